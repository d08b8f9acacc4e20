import type { Model } from '@sibyl/sdk';

export function isRunning({ status }: Pick<Model, 'status'>): boolean {
  return status === 'queued' || status === 'training';
}
