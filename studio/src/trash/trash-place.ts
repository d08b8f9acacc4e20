import type { Action, Body, TrashEntry } from '@sibyl/sdk';

/** The trash of a project, or that of the service. */
export interface TrashPlace {
  restore(id: string, body: Body<'restoreFromTrash'>): Promise<TrashEntry>;
  delete(id: string): Promise<unknown>;
  /** The actions of restoring and deleting. */
  restores: Action;
  deletes: Action;
  /** Operations whose results must be read again. */
  changes: readonly string[];
}
