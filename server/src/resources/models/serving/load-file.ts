import { loadModel, ModelFileError } from '@sibyl/engine/load.ts';
import type { Model } from '@sibyl/engine/model.ts';
import { ServiceError } from '../../../errors.ts';
import { readHashed } from './read-hashed.ts';
import { refuseGone } from './refuse-gone.ts';

/** Loads a model from its file. @throws ServiceError `model_not_found` when it is gone, `model_damaged` */
export async function loadFile(path: string): Promise<{ model: Model; byteSize: number }> {
  const { bytes, digest } = await readHashed(path).catch(refuseGone);
  try {
    return { model: loadModel(bytes, digest), byteSize: bytes.byteLength };
  } catch (error) {
    if (!(error instanceof ModelFileError)) throw error;
    const cure = 'train it again, import it, or restore a backup';
    throw new ServiceError('model_damaged', `The file of the model is damaged: ${cure}.`, { cause: error });
  }
}
