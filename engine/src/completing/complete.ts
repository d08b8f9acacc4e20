import { judgeUnrepeated } from '../beyond/judge-unrepeated.ts';
import { learnBeyond } from '../beyond/learn-beyond.ts';
import { asksThreshold } from '../curves/choose-threshold.ts';
import { describeModel } from '../describing/describe-model.ts';
import { warnOfLateness } from '../describing/late-warnings.ts';
import { evaluateBlend } from '../evaluation/evaluate.ts';
import { measureDependence } from '../explanations/dependence.ts';
import { type Importance, measureImportances } from '../explanations/importance.ts';
import { measureContributions } from '../explanations/mean-contributions.ts';
import type { Grown } from '../growing/grow-on-all.ts';
import type { Model, ModelDescription } from '../model.ts';
import { createModel } from '../prediction/trained-model.ts';
import { orderRows } from '../reference-rows/order-rows.ts';
import { fitIncomplete } from '../training/fit-incomplete.ts';
import type { Training } from '../training/prepare.ts';
import { refit } from '../training/refit.ts';
import { select, stackUp } from '../training/select.ts';
import { chosen, type Found, type Selection } from '../training/selection.ts';

/** What is known before the models are weighed. */
export interface Findings {
  found: Found;
  /** Set where the table is larger than what was searched. */
  sampling?: Grown['sampling'];
  /** Seconds that other processes spent on this training. */
  secondsBefore?: number;
}

/** Weighs the models that were found, measures the blend on rows that they did not see, and fits what is served. */
export async function complete({ found, sampling, secondsBefore = 0 }: Findings): Promise<Model> {
  const { training } = found;
  const { target, inputs, settings, frame, deadlines, monitor, large } = training;
  await monitor.report('calibrating', 0.75, found.best);
  const begun = performance.now();
  const selection = await stackUp(training, await select(found));
  const evaluation = await evaluateBlend(training, selection);
  await monitor.report('explaining', 0.8);
  const evaluated = performance.now();
  const importances = await importancesOf(training, selection);
  const explained = performance.now();
  const incomplete = await fitIncomplete(training, selection, importances);
  await monitor.report('refitting', 0.88);
  const served = await refit(training, selection, evaluation.finish);
  await monitor.report('judging other rows', 0.98);
  // What follows a search takes as long for other rows as for these.
  const followingMs = evaluated - begun + performance.now() - explained;
  const beyond = large ? [] : await learnBeyond(training, selection, importances, followingMs);
  const elsewhere = [...beyond.map(({ described }) => described), ...judgeUnrepeated(training, evaluation)];

  const description = describeModel({ training, selection, evaluation, importances, elsewhere, sampling });
  const state = {
    profiles: inputs.fields.map(({ profile }) => profile),
    targetProfile: target.profile,
    finish: evaluation.finish,
    heldOut: evaluation.heldOut,
    incomplete,
    ...served,
  };
  const parts = beyond.length > 0 && { beyond: beyond.map((one) => one.state) };
  const modelOf = (measured: Pick<ModelDescription, 'dependence' | 'contributions'>, others: typeof parts) => {
    const trainingSeconds = secondsBefore + monitor.seconds;
    const late = warnOfLateness(trainingSeconds, settings.budgetSeconds, monitor.processorShare);
    const warnings = [...description.warnings, ...late];
    return createModel({
      ...state,
      ...others,
      description: { ...description, ...measured, warnings, trainingSeconds },
    });
  };
  // Curves and contributions are of rows like those of the table, so the other parts are not asked.
  const asked = {
    model: modelOf({ dependence: [] }, false),
    fields: inputs.fields,
    targets: frame.labels.values,
    order: orderRows(frame.fields, frame.labels.values, settings.seed),
    deadline: deadlines.end,
    pause: monitor.pause,
  };
  const contributions = await measureContributions(asked);
  const model = modelOf({ dependence: await measureDependence(asked), contributions }, parts);
  await monitor.report('complete', 1);
  return asksThreshold(training.request) ? (model.withThreshold?.(training.request) ?? model) : model;
}

/** Importances of the few columns that matter take this share of the time, whatever was late before. */
const leastShare = 0.08;

/** Returns each input's importance, measured with the models of splits on rows that they did not learn from. */
function importancesOf({ splits, inputs, settings, deadlines }: Training, selection: Selection): Promise<Importance[]> {
  const blends = splits.slice(0, settings.folds).map((split, splitIndex) => ({
    split,
    members: chosen(selection).map(([{ result }, weight]) => ({ model: result.models[splitIndex], weight })),
  }));
  const leastMs = 1000 * leastShare * settings.budgetSeconds;
  const shuffling = { seed: settings.seed, deadline: deadlines.importances, leastMs };
  return measureImportances(blends, inputs.fields.length, shuffling);
}
