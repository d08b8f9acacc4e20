import type { ModelDescription } from '@sibyl/engine/model.ts';
import { ServiceError } from '../../../errors.ts';
import { decodeJson } from '../../../platform/db/json.ts';
import { requireTableRow } from '../../tables/service.ts';
import type { ModelContext } from '../context.ts';
import { trainNext } from '../create.ts';
import { requireAnswering } from '../describe.ts';
import type { ModelOptions } from '../options-schema.ts';
import type { ModelGrowth, ModelRecord } from '../schemas.ts';
import { type FoundModel, type ModelAddress, requireModel } from '../service.ts';
import type { VersionRow } from '../store.ts';

/**
 * Fits what the active version is made of again, on the rows that its source has now. What takes most of a training, to
 * try all kinds of models, is left out.
 */
export async function growModel(ctx: ModelContext, address: ModelAddress, input: ModelGrowth): Promise<ModelRecord> {
  const found = await requireModel(ctx, address);
  const version = await requireAnswering(ctx, { ...found, pinned: false });
  const options = decodeJson<ModelOptions>(version.options);
  refuseWholes(version, options);
  if (!input?.from) await refuseUnchanged(ctx, found, version);
  return trainNext(ctx, found, { request: input?.from ?? { again: version }, options, grownFrom: version.version });
}

/** Refuses versions that nothing can be kept of. */
function refuseWholes({ description, version, snapshot_key }: VersionRow, { engine }: ModelOptions): void {
  const { task } = decodeJson<ModelDescription>(description!);
  const reason =
    task === 'forecast'
      ? 'is a forecast, whose methods are all fitted to the newest rows within seconds'
      : engine
        ? 'grew on a cluster, which tries one kind of model only'
        : snapshot_key === null
          ? 'was imported, so that nothing is known of how it learned'
          : undefined;
  if (reason) throw new ServiceError('wrong_state', `Version ${version} ${reason}: use retrain instead.`);
}

async function refuseUnchanged(ctx: ModelContext, { project }: FoundModel, version: VersionRow): Promise<void> {
  const { table, rows } = decodeJson<{ table?: string; rows?: number }>(version.source);
  const known = `Version ${version.version} has learned from all of it already`;
  if (rows !== undefined)
    throw new ServiceError('wrong_state', `${known}: its rows came with a request. Set \`from\` to a table or query.`);
  if (table === undefined) return;
  const { updated_at } = await requireTableRow(ctx, project, table);
  if (updated_at <= version.created_at)
    throw new ServiceError('wrong_state', `${known}: table ${table} has not changed since. Append rows first.`);
}
