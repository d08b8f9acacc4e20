import { ServiceError } from '../../../errors.ts';

/** Names the fault when a model's file is missing: it was deleted after its record had been read. */
export function refuseGone(error: NodeJS.ErrnoException): never {
  if (error.code !== 'ENOENT') throw error;
  throw new ServiceError('model_not_found', 'The model was deleted at the same moment.');
}
