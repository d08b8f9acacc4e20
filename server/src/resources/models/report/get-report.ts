import type { ModelDescription } from '@sibyl/engine/model.ts';
import { decodeJson } from '../../../platform/db/json.ts';
import type { ModelContext } from '../context.ts';
import { requireAnswering } from '../describe.ts';
import { getMonitoring } from '../monitoring/get-monitoring.ts';
import type { Monitoring } from '../monitoring/schemas.ts';
import { recordOf } from '../record.ts';
import { challengerOf } from '../retraining/challenger-of.ts';
import type { ModelRecord } from '../schemas.ts';
import { type ModelAddress, requireModel } from '../service.ts';
import { selectVersions } from '../store.ts';

/** All that somebody should know who signs for a model. */
export interface ModelReport {
  written_at: string;
  /** The version that answers. */
  model: ModelRecord;
  description: ModelDescription;
  /** The newest first. */
  versions: ModelRecord[];
  /** What was decided about the last retrained version; null without one. */
  challenger: { decision: string; reason: string } | null;
  monitoring: Monitoring;
}

/** Windows that a report shows. */
const mostWindows = 30;

/** Gathers the report of the answering version, or of version N. */
export async function getReport(ctx: ModelContext, address: ModelAddress): Promise<ModelReport> {
  const found = await requireModel(ctx, address);
  const { project, model } = found;
  const version = await requireAnswering(ctx, found);
  const monitoring = await getMonitoring(ctx, address, {}, mostWindows);
  const versions = await selectVersions(ctx.database, model.id);
  return {
    written_at: new Date().toISOString(),
    model: recordOf({ model, version }, project.name),
    description: decodeJson<ModelDescription>(version.description!),
    versions: versions.map((one) => recordOf({ model, version: one }, project.name)),
    challenger: challengerOf(model),
    monitoring,
  };
}
