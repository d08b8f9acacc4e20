import type { ModelDescription } from '@sibyl/engine/model.ts';
import type { Caller } from '../../caller.ts';
import { ServiceError } from '../../errors.ts';
import { decodeJson } from '../../platform/db/json.ts';
import type { ModelServices } from './context.ts';
import { type FoundModel, type ModelAddress, requireModel } from './service.ts';
import { selectVersion } from './store.ts';

type Attribute = (description: ModelDescription) => object[];

/** What each attribute of describe answers: rows of plain JSON. */
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
  // Descriptions written before it was measured have none.
  coverage: ({ coverage }) => coverage ?? [],
  confusion_matrix: ({ classes, confusionMatrix }) =>
    (confusionMatrix ?? []).flatMap((counts, truth) =>
      counts.map((count, predicted) => ({ truth: classes?.[truth], predicted: classes?.[predicted], count })),
    ),
  validation: ({ validation }) => (validation ? [validation] : []),
  thresholds: ({ thresholds }) => thresholds ?? [],
  learning: ({ learning }) => (learning ? [learning] : []),
  residuals: ({ residuals }) => (residuals ? [residuals] : []),
  // A model file written before curves were drawn has none.
  dependence: ({ dependence }) => dependence ?? [],
  data: ({ ranges }) => ranges,
} satisfies Record<string, Attribute>;

/** Each beside its standard error and what a model without inputs gets; descriptions of older versions know neither. */
function listAccuracies({ accuracies, standardErrors, baseline }: ModelDescription): object[] {
  return Object.entries(accuracies).map(([metric, value]) => ({
    metric,
    value,
    standard_error: standardErrors?.[metric] ?? null,
    baseline: baseline?.[metric] ?? null,
  }));
}

/**
 * The most important column first: its share of the loss that shuffling all columns costs, and that loss itself. Descriptions
 * written before these were measured have none.
 */
function listImportances({ columnImportances, importanceSpreads, importanceLosses }: ModelDescription): object[] {
  return Object.entries(columnImportances)
    .map(([column, importance]) => {
      const { increase: loss_increase = null, error: loss_increase_error = null } = importanceLosses?.[column] ?? {};
      const spread = importanceSpreads?.[column] ?? null;
      const within_noise = loss_increase === null ? null : importance === 0;
      return { column, importance, spread, loss_increase, loss_increase_error, within_noise };
    })
    .sort((a, b) => b.importance - a.importance);
}

export type DescribeAttribute = keyof typeof attributes | 'progress';

export const describeAttributes = [...Object.keys(attributes), 'progress'] as DescribeAttribute[];

/** Answers one attribute of the version that answers predictions (or of version N); `info` when none is named. */
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

/** All that the version which answers says of itself; `model_not_ready` when there is none yet. */
export async function requireDescription(
  ctx: Pick<ModelServices, 'database'>,
  found: FoundModel,
): Promise<ModelDescription> {
  const version = await requireAnswering(ctx, found);
  return decodeJson<ModelDescription>(version.description!);
}

/** The version that answers: the pinned one, else the active one; `model_not_ready` with its progress when not complete. */
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
