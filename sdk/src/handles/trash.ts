import type { List } from '../list.ts';
import type { Operations } from '../operations.ts';
import type { Body, CallOptions, Query, TrashEntry } from '../types.ts';

/** What was deleted from a project, until it is deleted for good. Entries are named by name or ID. */
export class Trash {
  readonly #sibyl: Operations;
  readonly #path: { projectName: string };

  constructor(sibyl: Operations, projectName: string) {
    this.#sibyl = sibyl;
    this.#path = { projectName };
  }

  /** The newest first. */
  list(query?: Query<'listTrash'>, options?: CallOptions): List<TrashEntry> {
    return this.#sibyl.list('listTrash', { path: this.#path, query: query ?? {}, ...options });
  }

  /** Brings it back with all that hung on it; `{name}` gives it another name. */
  restore(entryName: string, body: Body<'restoreFromTrash'> = {}, options?: CallOptions): Promise<TrashEntry> {
    return this.#sibyl.call('restoreFromTrash', { path: { ...this.#path, entryName }, body, ...options });
  }

  /** Deletes it for good. */
  delete(entryName: string, options?: CallOptions) {
    return this.#sibyl.call('deleteFromTrash', { path: { ...this.#path, entryName }, ...options });
  }
}

/** Deleted projects. */
export class ProjectTrash {
  readonly #sibyl: Operations;

  constructor(sibyl: Operations) {
    this.#sibyl = sibyl;
  }

  /** The newest first. */
  list(query?: Query<'listDeletedProjects'>, options?: CallOptions): List<TrashEntry> {
    return this.#sibyl.list('listDeletedProjects', { query: query ?? {}, ...options });
  }

  restore(entryName: string, body: Body<'restoreProject'> = {}, options?: CallOptions): Promise<TrashEntry> {
    return this.#sibyl.call('restoreProject', { path: { entryName }, body, ...options });
  }

  /** Deletes it for good, with all it held. */
  delete(entryName: string, options?: CallOptions) {
    return this.#sibyl.call('deleteProjectForGood', { path: { entryName }, ...options });
  }
}
