import { ImportError, importModel as importForeignModel } from '@sibyl/engine/import/import-model.ts';
import { loadModel, ModelFileError } from '@sibyl/engine/load.ts';
import type { Model, ModelDescription } from '@sibyl/engine/model.ts';
import type { Context } from '../context.ts';
import { encodeJson } from '../db/json.ts';
import { transact } from '../db/transact.ts';
import { isUniqueViolation } from '../db/violations.ts';
import { invalidField, ServiceError } from '../errors.ts';
import { newId } from '../ids.ts';
import { holdProject, requireProject } from '../projects/service.ts';
import { requireAnswering } from './describe.ts';
import type { ModelRecord } from './schemas.ts';
import { getModel, type ModelAddress, requireModel } from './service.ts';
import { insertModel, insertVersion, outcomeOf } from './store.ts';
import { tellOfModel } from './tell.ts';

export interface ModelFile {
  fileName: string;
  bytes: Uint8Array;
}

/** The file of the version that answers (or of version N): all that predicting needs, and nothing of the rows. */
export async function exportModel(ctx: Context, address: ModelAddress): Promise<ModelFile> {
  const found = await requireModel(ctx, address);
  const version = await requireAnswering(ctx, found);
  return {
    fileName: `${found.model.name}.${version.version}.safetensors`,
    bytes: await ctx.blobs.read(version.blob_key!),
  };
}

/** What a caller says of a file; all but the name is only for files of other libraries. */
export interface ModelImport {
  name: string;
  target?: string;
  /** Separated by commas. */
  features?: string;
  classes?: string;
}

/**
 * Makes a model of a file that was exported here, or that XGBoost or LightGBM wrote; it answers at once. The file is
 * checked throughout before.
 */
export async function importModel(
  ctx: Context,
  projectName: string,
  request: ModelImport,
  file: Uint8Array,
): Promise<ModelRecord> {
  const project = await requireProject(ctx, projectName);
  const { name } = request;
  const { description, bytes } = readFile(file, request);
  const id = newId('mdl');
  const now = new Date().toISOString();
  const blobKey = `models/${id}/1.model`;
  await ctx.blobs.put(blobKey, bytes);
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
    options: encodeJson({}),
    error: null,
    blob_key: blobKey,
    snapshot_key: null,
    job_id: null,
    created_at: now,
    started_at: null,
  };
  try {
    await transact(ctx.database, async (transaction) => {
      await holdProject(transaction, project);
      await insertModel(transaction, model);
      await insertVersion(transaction, version);
      const told = { projectId: project.id, modelId: id, name, version: 1 };
      tellOfModel(ctx, transaction, 'completed', told, { imported: true });
      tellOfModel(ctx, transaction, 'activated', told);
    });
  } catch (error) {
    await ctx.blobs.delete(blobKey);
    if (isUniqueViolation(error)) throw new ServiceError('name_taken', `There is a model ${name} in this project.`);
    throw error;
  }
  return getModel(ctx, { project: project.id, model: id });
}

/** What becomes the model's own file, and what that file says of itself. */
function readFile(file: Uint8Array, request: ModelImport): { description: ModelDescription; bytes: Uint8Array } {
  try {
    const text = readForeignText(file);
    if (text !== undefined) {
      const model = importForeign(text, request);
      return { description: model.description, bytes: model.toBytes() };
    }
    const stray = (['target', 'features', 'classes'] as const).find((name) => request[name] !== undefined);
    if (stray)
      throw invalidField(`?${stray}`, 'is for files of other libraries: this one says it itself', 'not_allowed');
    return { description: loadModel(file).description, bytes: file };
  } catch (error) {
    if (error instanceof ModelFileError || error instanceof ImportError)
      throw new ServiceError('unreadable_file', `The file is no model that can be read: ${shorten(error.message)}.`);
    throw error;
  }
}

/** The text of a file that begins as XGBoost's JSON or LightGBM's lines do; ours begins with a length in binary. */
function readForeignText(file: Uint8Array): string | undefined {
  const start = new TextDecoder().decode(file.subarray(0, 64)).trimStart();
  if (!start.startsWith('{') && !start.startsWith('tree')) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file);
  } catch {
    throw new ImportError('It is not text in UTF-8');
  }
}

function importForeign(text: string, { target, features, classes }: ModelImport): Model {
  const names = { featureNames: features?.split(','), classes: classes?.split(',') };
  // Read before the name is missed: what is no model at all is told so first.
  const model = importForeignModel(text, { target: target ?? '', ...names });
  if (target !== undefined) return model;
  throw invalidField('?target', 'is required for a file of another library: the name of what it predicts', 'required');
}

function shorten(message: string): string {
  const sentence = message.replace(/\.$/, '');
  return sentence.length > 500 ? `${sentence.slice(0, 499)}…` : sentence;
}
