import type { Model } from '@sibyl/sdk';

/** The status of a model, not of its newest version: a later training that came to nothing does not stop an active version. */
export function stateOf({ status, active_version }: Pick<Model, 'active_version' | 'status'>): string {
  const cameToNothing = status === 'failed' || status === 'cancelled';
  return cameToNothing && active_version !== null ? 'complete' : status;
}
