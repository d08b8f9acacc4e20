import { loadModel, ModelFileError } from '@sibyl/engine/load.ts';
import type { Model, RowCost } from '@sibyl/engine/model.ts';
import { ServiceError } from '../../../errors.ts';
import { readHashed } from './read-hashed.ts';
import { refuseGone } from './refuse-gone.ts';

export interface LoadedFile {
  model: Model;
  byteSize: number;
  cost: RowCost;
}

/** What is known of a file that this thread loaded before: models that are asked in turn are read again and again. */
interface Known {
  digest: string;
  cost: RowCost;
}

const mostKnown = 10_000;
const knownFiles = new Map<string, Known>();

/** Loads a model from its file. @throws ServiceError `model_not_found` when it is gone, `model_damaged` */
export async function loadFile(path: string): Promise<LoadedFile> {
  const { bytes, digest } = await readHashed(path).catch(refuseGone);
  const known = knownFiles.get(path);
  const isKnown = known?.digest === digest.text;
  try {
    const model = loadModel(bytes, digest, isKnown);
    const cost = isKnown ? known.cost : model.cost;
    if (knownFiles.size >= mostKnown) knownFiles.clear();
    knownFiles.set(path, { digest: digest.text, cost });
    return { model, byteSize: bytes.byteLength, cost };
  } catch (error) {
    if (!(error instanceof ModelFileError)) throw error;
    const cure = 'train it again, import it, or restore a backup';
    throw new ServiceError('model_damaged', `The file of the model is damaged: ${cure}.`, { cause: error });
  }
}
