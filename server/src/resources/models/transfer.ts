import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { costsByName } from '@sibyl/engine/curves/class-costs.ts';
import type { ModelDescription } from '@sibyl/engine/model.ts';
import type { Caller } from '../../caller.ts';
import { ServiceError } from '../../errors.ts';
import { newId } from '../../ids.ts';
import { encodeJson } from '../../platform/db/json.ts';
import { insertRecord } from '../../platform/db/records.ts';
import { transact } from '../../platform/db/transact.ts';
import { isUniqueViolation } from '../../platform/db/violations.ts';
import { holdProject } from '../../platform/records/hold-project.ts';
import { requesterOf } from '../../platform/workers/fair-turns.ts';
import { requireProject } from '../projects/service.ts';
import { requireWithinStored } from '../projects/stored-bytes.ts';
import type { ModelServices } from './context.ts';
import { requireAnswering } from './describe.ts';
import { emitModelEvent } from './emit-event.ts';
import type { ForeignNames } from './importing/messages.ts';
import type { ModelOptions } from './options-schema.ts';
import type { ModelRecord } from './schemas.ts';
import { getModel, type ModelAddress, requireModel } from './service.ts';
import { refuseGone } from './serving/refuse-gone.ts';
import { insertVersion, outcomeOf } from './store.ts';

export interface ModelFile {
  fileName: string;
  bytes: Uint8Array;
}

/**
 * Returns the file of the answering version (or of version N). It contains all that predicting needs and no training
 * rows.
 */
export async function exportModel(
  ctx: Caller & Pick<ModelServices, 'blobs' | 'database'>,
  address: ModelAddress,
): Promise<ModelFile> {
  const found = await requireModel(ctx, address);
  const version = await requireAnswering(ctx, found);
  return {
    fileName: `${found.model.name}.${version.version}.safetensors`,
    bytes: await ctx.blobs.read(version.blob_key!).catch(refuseGone),
  };
}

/** An uploaded model file and its sender's options. */
export interface ModelImport {
  path: string;
  name: string;
  /** Only for files of other libraries. */
  names: ForeignNames;
}

/**
 * Imports a model file that was exported here, or that XGBoost or LightGBM wrote. It is fully checked first, and
 * answers at once.
 */
export async function importModel(
  ctx: Caller & Pick<ModelServices, 'blobs' | 'database' | 'events' | 'importer' | 'limits' | 'temporaryDirectory'>,
  projectName: string,
  { name, names, path }: ModelImport,
  signal?: AbortSignal,
): Promise<ModelRecord> {
  const project = await requireProject(ctx, projectName);
  const id = newId('mdl');
  const now = new Date().toISOString();
  const blobKey = `models/${id}/1.model`;
  const outputPath = join(ctx.temporaryDirectory, `${id}.model`);
  const description = await ctx.importer
    .read({ path, names, outputPath }, requesterOf(ctx, project.id, signal))
    .catch(async (error) => {
      await rm(outputPath, { force: true });
      throw error;
    });
  const { size: storedSize } = await stat(outputPath);
  await ctx.blobs.adopt(blobKey, outputPath);
  const model = {
    id,
    project_id: project.id,
    name,
    target: description.target,
    active_version: 1,
    latest_version: 1,
    created_at: now,
    updated_at: now,
    created_by: ctx.actor,
  };
  const version = {
    ...outcomeOf(description, now),
    model_id: id,
    version: 1,
    source: encodeJson({ import: true }),
    options: encodeJson(thresholdIn(description)),
    error: null,
    blob_key: blobKey,
    byte_size: storedSize,
    snapshot_key: null,
    job_id: null,
    created_at: now,
    started_at: null,
  };
  try {
    await transact(ctx.database, async (transaction) => {
      await holdProject(transaction, project);
      await insertRecord(transaction, 'models', model);
      await insertVersion(transaction, version);
      await requireWithinStored(transaction, ctx, project);
      const told = { projectId: project.id, modelId: id, name, version: 1 };
      emitModelEvent(ctx, transaction, 'completed', told, { imported: true });
      emitModelEvent(ctx, transaction, 'activated', told);
    });
  } catch (error) {
    await ctx.blobs.delete(blobKey);
    if (isUniqueViolation(error)) throw new ServiceError('name_taken', `There is a model ${name} in this project.`);
    throw error;
  }
  return getModel(ctx, { project: project.id, model: id });
}

/** The file answers by its threshold, which the record shows as an option. */
function thresholdIn({ chosen, classes }: ModelDescription): ModelOptions {
  if (!chosen) return {};
  const { threshold, costs } = chosen;
  return { threshold, ...(costs && { costs: costsByName(costs, classes) }) };
}
