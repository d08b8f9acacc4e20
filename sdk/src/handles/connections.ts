import type { List } from '../list.ts';
import type { Operations } from '../operations.ts';
import type { Body, CallOptions, Connection, Query } from '../types.ts';

/** Foreign databases that a project may query. */
export class Connections {
  readonly #sibyl: Operations;
  readonly #path: { projectName: string };

  constructor(sibyl: Operations, projectName: string) {
    this.#sibyl = sibyl;
    this.#path = { projectName };
  }

  list(query?: Query<'listConnections'>, options?: CallOptions): List<Connection> {
    return this.#sibyl.list('listConnections', { path: this.#path, query: query ?? {}, ...options });
  }

  create(body: Body<'createConnection'>, options?: CallOptions): Promise<Connection> {
    return this.#sibyl.call('createConnection', { path: this.#path, body, ...options });
  }
}

/** One connection. */
export class ConnectionHandle {
  readonly #sibyl: Operations;
  readonly #path: { projectName: string; connectionName: string };
  readonly name: string;

  constructor(sibyl: Operations, projectName: string, connectionName: string) {
    this.#sibyl = sibyl;
    this.#path = { projectName, connectionName };
    this.name = connectionName;
  }

  get(options?: CallOptions): Promise<Connection> {
    return this.#sibyl.call('getConnection', { path: this.#path, ...options });
  }

  update(body: Body<'updateConnection'>, options?: CallOptions): Promise<Connection> {
    return this.#sibyl.call('updateConnection', { path: this.#path, body, ...options });
  }

  delete(options?: CallOptions) {
    return this.#sibyl.call('deleteConnection', { path: this.#path, ...options });
  }

  /** Tests whether the database answers, and which tables are readable. */
  test(options?: CallOptions) {
    return this.#sibyl.call('testConnection', { path: this.#path, ...options });
  }
}
