import { loadFile } from '../load-file.ts';
import { ServedModel } from '../served-model.ts';
import type { ModelToLoad } from './messages.ts';

/** Maximum bytes of the models in one thread. */
export const mostBytesOfThread = 256 * 1024 * 1024;

/** Ordered by last use. */
const models = new Map<string, ServedModel>();

/** Returns the model of a request; each thread loads it once. The model in use is kept whatever its size. */
export async function findModel(request: ModelToLoad, mostBytes = mostBytesOfThread): Promise<ServedModel> {
  const { modelKey } = request;
  const model = models.get(modelKey) ?? (await load(request));
  models.delete(modelKey);
  models.set(modelKey, model);
  forgetOldest(modelKey, mostBytes);
  return model;
}

async function load({ modelKey: key, modelPath, modelId, projectId }: ModelToLoad): Promise<ServedModel> {
  const { model, byteSize, cost } = await loadFile(modelPath);
  return new ServedModel({ id: modelId, project_id: projectId }, model, { key, byteSize }, cost);
}

function forgetOldest(inUse: string, mostBytes: number): void {
  let bytes = [...models.values()].reduce((sum, { byteSize }) => sum + byteSize, 0);
  for (const [key, { byteSize }] of models) {
    if (bytes <= mostBytes || key === inUse) break;
    models.delete(key);
    bytes -= byteSize;
  }
}
