import { figureText } from '@sibyl/engine/figure-text.ts';
import type { ModelDescription } from '@sibyl/engine/model.ts';
import type { TrainRequest } from '@sibyl/engine/train.ts';
import { decodeJson } from '../../../platform/db/json.ts';
import type { ModelServices } from '../context.ts';
import { selectVersion, type VersionRow } from '../store.ts';

type Growing = Pick<VersionRow, 'model_id' | 'grown_from'>;
type Services = Pick<ModelServices, 'database'>;

/** What a version that grows on asks of its training: the kinds of models that the former one is made of. */
export async function growthOf(ctx: Services, growing: Growing): Promise<Pick<TrainRequest, 'candidates'>> {
  const former = await formerOf(ctx, growing);
  if (!former) return {};
  return { candidates: former.candidates.filter(({ selected }) => selected).map(({ name }) => name) };
}

/** Says when a version that grew on is worse than the former one beyond chance: then other kinds may do better. */
export async function warnOfGrowth(ctx: Services, growing: Growing, grown: ModelDescription): Promise<string[]> {
  const former = await formerOf(ctx, growing);
  return former ? tellLoss(former, grown, growing.grown_from) : [];
}

type Judged = Pick<ModelDescription, 'classes' | 'accuracies' | 'standardErrors'>;

/** Standard errors from which on a difference is more than chance. */
const sure = 2;

export function tellLoss(former: Judged, grown: Judged, version: number | null): string[] {
  const metric = grown.classes ? 'log_loss' : 'mae';
  const [before, after] = [former.accuracies[metric], grown.accuracies[metric]];
  const errors = [former, grown].map(({ standardErrors }) => standardErrors?.[metric] ?? 0);
  if (before === undefined || after === undefined || after - before <= sure * Math.hypot(...errors)) return [];
  const [now, then] = [after, before].map((value) => figureText(value));
  return [
    `Its ${metric} is ${now}; that of version ${version}, which it continues, is ${then}. Retrain it, so that all kinds of models are tried on the current rows.`,
  ];
}

/** Undefined where a version does not grow on, or the former one was deleted meanwhile: then all kinds are tried. */
async function formerOf({ database }: Services, growing: Growing): Promise<ModelDescription | undefined> {
  if (growing.grown_from === null) return undefined;
  const former = await selectVersion(database, growing.model_id, growing.grown_from);
  return former?.description ? decodeJson<ModelDescription>(former.description) : undefined;
}
