import { ServiceError } from '../../../errors.ts';

/** Returns whether another attempt would fail in the same way. */
export function isHopeless(error: unknown): error is ServiceError {
  return error instanceof ServiceError && error.status < 500 && error.status !== 408 && error.status !== 429;
}
