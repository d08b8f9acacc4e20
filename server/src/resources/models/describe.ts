import { classesOf, gainsOf, precisionRecallOf, rocOf } from '@sibyl/engine/curves/curves.ts';
import { worthOf } from '@sibyl/engine/curves/threshold-worth.ts';
import type { ModelDescription } from '@sibyl/engine/model.ts';
import type { Caller } from '../../caller.ts';
import { ServiceError } from '../../errors.ts';
import { decodeJson } from '../../platform/db/json.ts';
import { listConfusions } from './confusions.ts';
import type { ModelServices } from './context.ts';
import { type FoundModel, type ModelAddress, requireModel } from './service.ts';
import { selectVersion } from './store.ts';

type Attribute = (description: ModelDescription) => object[];

/** The rows of each attribute of describe, as plain JSON. */
const attributes = {
  info: ({ accuracies, columnImportances, inputs, stages, target }) => [
    { accuracies, column_importances: columnImportances, inputs, model: stages.join(' --> '), outputs: [target] },
  ],
  features: ({ features }) => features,
  importances: listImportances,
  importance: listImportances,
  model: ({ candidates }) => candidates,
  plan: ({ plan }) => [plan],
  jsonai: ({ plan }) => [plan],
  accuracies: listAccuracies,
  accuracy: listAccuracies,
  calibration: ({ calibration }) => calibration,
  // Absent in descriptions from before it was measured.
  coverage: ({ coverage }) => coverage ?? [],
  confusion_matrix: listConfusions,
  classes: ({ classes, confusionMatrix }) => (classes && confusionMatrix ? classesOf(classes, confusionMatrix) : []),
  // Absent in descriptions from before these were counted, and of other tasks.
  roc: ({ cuts }) => (cuts ? rocOf(cuts) : []),
  precision_recall: ({ cuts }) => (cuts ? precisionRecallOf(cuts) : []),
  gains: ({ cuts }) => (cuts ? gainsOf(cuts) : []),
  // Empty where the likelier class is answered.
  threshold: (description) => [worthOf(description)].filter((worth) => worth !== undefined),
  slices: ({ slices }) => (slices ? [slices] : []),
  errors_by_input: ({ errors }) => errors ?? [],
  contributions: ({ contributions }) => contributions ?? [],
  predicted_actual: ({ scatter }) => (scatter ? [scatter] : []),
  // Forecasts only.
  backtest: ({ backtest }) => (backtest ? [backtest] : []),
  validation: ({ validation }) => (validation ? [validation] : []),
  thresholds: ({ thresholds }) => thresholds ?? [],
  // Measured before calibration and bounds, on some of the held-out rows: not the figure of the headline.
  learning: ({ learning }) => (learning ? [{ ...learning, of: 'blend' }] : []),
  residuals: ({ residuals }) => (residuals ? [residuals] : []),
  // Absent in model files from before curves were computed.
  dependence: ({ dependence }) => dependence ?? [],
  data: ({ ranges }) => ranges,
} satisfies Record<string, Attribute>;

/**
 * Lists each accuracy with its standard error and that of a model without inputs, which older descriptions lack; then
 * those for rows of other kinds, with their `column` and `scheme`.
 */
function listAccuracies({
  accuracies,
  standardErrors,
  baseline,
  accuraciesElsewhere = [],
}: ModelDescription): object[] {
  const elsewhere = accuraciesElsewhere.flatMap(({ column, scheme, coverage, ...own }) =>
    listFigures(own.accuracies, own.standard_errors, own.baseline).map((row) => ({ ...row, column, scheme, coverage })),
  );
  return [...listFigures(accuracies, standardErrors, baseline), ...elsewhere];
}

type FiguresByName = Record<string, number>;

function listFigures(accuracies: FiguresByName, errors?: FiguresByName, baseline?: FiguresByName) {
  return Object.entries(accuracies).map(([metric, value]) => ({
    metric,
    value,
    standard_error: errors?.[metric] ?? null,
    baseline: baseline?.[metric] ?? null,
  }));
}

/**
 * Lists the most important columns first: their share of the loss that shuffling all columns costs, and that loss
 * itself. Older descriptions lack these, and shares of columns within noise.
 */
function listImportances({ columnImportances, importanceSpreads, importanceLosses }: ModelDescription): object[] {
  return Object.entries(columnImportances)
    .map(([column, importance]) => {
      const { increase, error, share = importance, group = null } = importanceLosses?.[column] ?? {};
      const within_noise = increase === undefined ? null : importance === 0;
      const perShare = share > 0 && increase !== undefined && increase > 0 ? share / increase : null;
      return {
        column,
        importance: share,
        standard_error: perShare === null || error === undefined ? null : error * perShare,
        within_noise,
        group,
        spread: importanceSpreads?.[column] ?? null,
        loss_increase: increase ?? null,
        loss_increase_error: error ?? null,
      };
    })
    .sort((a, b) => b.importance - a.importance);
}

export type DescribeAttribute = keyof typeof attributes | 'progress';

export const describeAttributes = [...Object.keys(attributes), 'progress'] as DescribeAttribute[];

/** Returns one attribute of the answering version (or of version N); `info` by default. */
export async function describeModel(
  ctx: Caller & Pick<ModelServices, 'database'>,
  address: ModelAddress,
  attribute: DescribeAttribute = 'info',
): Promise<object[]> {
  const found = await requireModel(ctx, address);
  if (attribute === 'progress') return describeProgress(found);
  const description = await requireDescription(ctx, found);
  return attributes[attribute](description);
}

function describeProgress({ version }: FoundModel): object[] {
  const { status, error } = version;
  return [{ version: version.version, status, progress: version.progress && decodeJson(version.progress), error }];
}

/**
 * Returns the description of the answering version.
 * @throws ServiceError `model_not_ready`
 */
export async function requireDescription(
  ctx: Pick<ModelServices, 'database'>,
  found: FoundModel,
): Promise<ModelDescription> {
  const version = await requireAnswering(ctx, found);
  return decodeJson<ModelDescription>(version.description!);
}

/**
 * Returns the answering version: the pinned one, otherwise the active one.
 * @throws ServiceError `model_not_ready` with its progress
 */
export async function requireAnswering(ctx: Pick<ModelServices, 'database'>, { model, version, pinned }: FoundModel) {
  const answering =
    pinned || model.active_version === null
      ? version
      : await selectVersion(ctx.database, model.id, model.active_version);
  if (answering?.status === 'complete') return answering;
  const { status, error, progress } = version;
  const reason = error ? `${status}: ${error}` : status;
  throw new ServiceError('model_not_ready', `Version ${version.version} of model ${model.name} is ${reason}.`, {
    extensions: { model_status: status, progress: progress && decodeJson(progress) },
  });
}
