import type { SavedValue } from '../../model-file/reader.ts';
import type { TensorWriter } from '../../model-file/tensors.ts';
import type { FittedModel } from '../contract.ts';
import { explainEffects } from './explain-effects.ts';
import type { Term, View } from './levels.ts';
import type { EffectsModel } from './model-effects.ts';
import { compileEffects, type EffectsScorer } from './score-effects.ts';

/** Approximate nanoseconds to look up the effect of a term. */
export const nanosecondsPerTerm = 100;
const [mostViews, mostTerms, widest, mostKey] = [20_000, 20_000, 3, Number.MAX_SAFE_INTEGER];

/** As many rows are scored term by term; fewer are often completions of one row, which differ in few cells. */
const fewestTogether = 32;

/**
 * Predicts by one sum of effects for numbers and two classes, otherwise one for each class. `rows` may have room for
 * more rows than are asked.
 */
export function fittedEffects(models: readonly EffectsModel[], featureCount: number, outputs: number): FittedModel {
  const terms = models.reduce((sum, one) => sum + one.terms.length, 0);
  const scratch = models.map((one) => new Float64Array(one.terms.length));
  const scorers = models.map(compileEffects);
  const scoreOneByOne = (
    scorer: EffectsScorer,
    rows: Float64Array,
    count: number,
    output: number,
    out: Float64Array,
  ) => {
    for (let row = 0; row < count; row++) {
      const start = row * featureCount;
      const before = row > 0 ? start - featureCount : undefined;
      out[row * outputs + output] = scorer.scoreRow(rows, start, scratch[output], before);
    }
  };
  return {
    cost: nanosecondsPerTerm * terms,
    score(rows, count, out) {
      for (const [output, scorer] of scorers.entries())
        if (count >= fewestTogether) scorer.scoreRows(rows, featureCount, count, out.subarray(output), outputs);
        else scoreOneByOne(scorer, rows, count, output, out);
      if (outputs > 1) for (let row = 0; row < count; row++) toShares(out, row * outputs, outputs);
    },
    ...(outputs === 1 && {
      explainOver: (background: Float64Array, inputOf: Int32Array) =>
        explainEffects(scorers[0].parts, background, featureCount, inputOf),
    }),
    save: (tensors) => ({ kind: 'effects', models: models.map((model) => saveModel(model, tensors)) }),
  };
}

/** Turns log odds into shares that sum to 1: of two classes only those of the second are given. */
function toShares(out: Float64Array, start: number, outputs: number): void {
  if (outputs === 2) {
    const share = 1 / (1 + Math.exp(-out[start]));
    out[start] = 1 - share;
    out[start + 1] = share;
    return;
  }
  let sum = 0;
  for (let at = start; at < start + outputs; at++) {
    out[at] = 1 / (1 + Math.exp(-out[at]));
    sum += out[at];
  }
  for (let at = start; at < start + outputs; at++) out[at] /= sum;
}

export function saveModel({ views, terms, effects, intercept }: EffectsModel, tensors: TensorWriter) {
  return {
    intercept,
    views: views.map(({ slot, isExact, cuts }) => ({ slot, isExact, cuts: tensors.add(cuts) })),
    terms: terms.map((term, place) => ({
      views: term.views,
      // Levels are numbered in the order of their keys.
      keys: tensors.add(Float64Array.from(term.levels.keys())),
      effects: tensors.add(effects[place]),
    })),
  };
}

/** Loads the effects for rows of `featureCount` features. */
export function loadModel(saved: SavedValue, featureCount: number): EffectsModel {
  const views = saved
    .get('views')
    .list(mostViews)
    .map(
      (view): View => ({
        slot: view.get('slot').integer(0, featureCount - 1),
        isExact: view.get('isExact').boolean(),
        cuts: view.get('cuts').doubles(),
      }),
    );
  const terms = saved.get('terms').list(mostTerms);
  return {
    intercept: saved.get('intercept').number(),
    views,
    terms: terms.map((term): Term => {
      const own = term.get('views').list(widest);
      if (own.length === 0) term.fail('a term of at least one view');
      const keys = term.get('keys').doubles();
      const levels = new Map([...keys].map((key, level) => [key, level]));
      if (levels.size !== keys.length || keys.some((key) => !(key >= 0 && key <= mostKey)))
        term.fail('a term whose keys are different');
      return { views: own.map((view) => view.integer(0, views.length - 1)), levels };
    }),
    effects: terms.map((term) => term.get('effects').doubles(term.get('keys').doubles().length)),
  };
}

export function loadEffects(saved: SavedValue, featureCount: number, outputs: number): FittedModel {
  const models = saved.get('models').list(1000);
  if (models.length !== (outputs === 2 ? 1 : outputs)) saved.fail('one sum of effects for each output');
  return fittedEffects(
    models.map((model) => loadModel(model, featureCount)),
    featureCount,
    outputs,
  );
}
