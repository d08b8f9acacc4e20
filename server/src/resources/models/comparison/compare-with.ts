import type { ComparedFigure } from '@sibyl/engine/comparison/compare-answers.ts';
import { compareForecasts } from '@sibyl/engine/comparison/compare-forecasts.ts';
import { tellsOfLeak } from '@sibyl/engine/describing/tells-of-leak.ts';
import type { ModelDescription } from '@sibyl/engine/model.ts';
import { invalidField, ServiceError } from '../../../errors.ts';
import { decodeJson } from '../../../platform/db/json.ts';
import { requesterOf } from '../../../platform/workers/fair-turns.ts';
import type { ModelContext } from '../context.ts';
import { requireAnswering } from '../describe.ts';
import { metricOf } from '../headline.ts';
import { type ModelAddress, requireModel } from '../service.ts';
import { refuseGone } from '../serving/refuse-gone.ts';
import type { VersionRow } from '../store.ts';
import type { ComparedFiles, ComparedRows, Incomparable } from './figures.ts';

/** A complete version of a model. */
interface Compared {
  name: string;
  version: VersionRow;
  description: ModelDescription;
}

/** One model beside another on the same rows, which neither learned from. */
export interface ModelComparison extends ComparedRows {
  target: string;
  this: ComparedModel;
  other: ComparedModel;
  /** The metric to judge by, which is the first of the figures. */
  headline: string;
}

interface ComparedModel {
  model: string;
  version: number;
  /** How its rows were held out; null where that is not known. */
  scheme: string | null;
  warnings: string[];
  /** Whether one of the warnings says that inputs give the target away: then being better means nothing. */
  may_leak: boolean;
}

/**
 * Compares the answering version (or version N) with another model of the same target, `name`, `name@N` or `name.N`, or
 * with another version of the same model, `@N`.
 * @throws ServiceError `model_not_found`, `version_not_found`, `model_not_ready`, `not_comparable`, `invalid_input`
 */
export async function compareWith(
  ctx: ModelContext,
  address: ModelAddress,
  named: string,
  signal: AbortSignal,
): Promise<ModelComparison> {
  const found = await requireModel(ctx, address);
  const one = await readVersion(ctx, address);
  const [, name, number] = /^([^.@]*)(?:[.@](\d{1,9}))?$/.exec(named) ?? [];
  if (name === undefined) throw invalidField('/with', 'must be a model: `name`, `name@2` or `@2`');
  const otherName = `${name || found.model.name}${number ? `.${number}` : ''}`;
  const other = await readVersion(ctx, { project: address.project, model: otherName });
  refuseUnlike(one, other);
  const compared =
    one.description.task === 'forecast'
      ? compareBacktests(one.description, other.description)
      : await compareFiles(ctx, found.project.id, { one, other }, signal);
  if ('incomparable' in compared) throw notComparable(reasons[compared.incomparable](one, other));
  const headline = metricOf(one.description.task);
  const figures = compared.figures.toSorted((a, b) => placeOf(a, headline) - placeOf(b, headline));
  return { target: one.description.target, this: tell(one), other: tell(other), headline, ...compared, figures };
}

async function compareFiles(
  ctx: ModelContext,
  projectId: string,
  { one, other }: { one: Compared; other: Compared },
  signal: AbortSignal,
) {
  const files = { one: await filesOf(ctx, one), other: await filesOf(ctx, other) };
  return ctx.filePredicting.compare(files, requesterOf(ctx, projectId, signal));
}

/** Forecasts keep what they would have said from moments of the past. */
function compareBacktests(
  one: ModelDescription,
  other: ModelDescription,
): ComparedRows | { incomparable: Incomparable } {
  if (!one.backtest || !other.backtest) return { incomparable: 'no backtest' };
  if (one.backtest.steps.length !== other.backtest.steps.length) return { incomparable: 'other horizon' };
  const compared = compareForecasts(one.backtest, other.backtest);
  return compared
    ? { ...compared, new_to_this: 0, new_to_other: 0, is_seen: false }
    : { incomparable: 'no rows shared' };
}

async function readVersion(ctx: ModelContext, address: ModelAddress): Promise<Compared> {
  const found = await requireModel(ctx, address);
  const version = await requireAnswering(ctx, found);
  return { name: found.model.name, version, description: decodeJson(version.description!) };
}

function refuseUnlike(one: Compared, other: Compared): void {
  if (one.version.model_id === other.version.model_id && one.version.version === other.version.version)
    throw invalidField('/with', `names the same version: ${say(one)}; name another model, or a version as \`@N\``);
  const [own, others] = [one.description, other.description];
  if (own.target !== others.target)
    throw notComparable(`${say(one)} predicts ${own.target}, but ${say(other)} predicts ${others.target}.`);
  if (metricOf(own.task) !== metricOf(others.task) && (own.classes === null || others.classes === null))
    throw notComparable(`${say(one)} is a ${own.task}, but ${say(other)} is a ${others.task} of ${own.target}.`);
}

const reasons: Record<Incomparable, (one: Compared, other: Compared) => string> = {
  'nothing kept': (one, other) =>
    `Neither ${say(one)} nor ${say(other)} has kept its answers to held-out rows: imported models and those of older programs have none. Train one of them again.`,
  'no backtest': () => 'One of the two has kept no backtest, as forecasts of older programs have none. Train it again.',
  'other horizon': (one, other) =>
    `${say(one)} and ${say(other)} forecast different numbers of steps: train one of them with the horizon of the other.`,
  'no rows shared': (one, other) =>
    `${say(one)} and ${say(other)} have fewer than 20 rows in common that they can be compared on: they learned from tables of different rows, or of different columns.`,
};

function say({ name, version }: Compared): string {
  return `version ${version.version} of model ${name}`;
}

function notComparable(detail: string): ServiceError {
  return new ServiceError('not_comparable', detail[0].toUpperCase() + detail.slice(1));
}

async function filesOf({ blobs }: ModelContext, { version }: Compared): Promise<ComparedFiles> {
  const { blob_key, snapshot_key } = version;
  return {
    modelPath: await blobs.path(blob_key!).catch(refuseGone),
    snapshotPath: snapshot_key === null ? null : await blobs.path(snapshot_key).catch(refuseGone),
  };
}

function placeOf({ metric }: ComparedFigure, headline: string): number {
  return metric === headline ? 0 : 1;
}

function tell({ name, version, description }: Compared): ComparedModel {
  const { validation, warnings } = description;
  const may_leak = warnings.some(tellsOfLeak);
  return { model: name, version: version.version, scheme: validation?.scheme ?? null, warnings, may_leak };
}
