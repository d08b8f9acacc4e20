import { resolve } from 'node:path';
import type { Config } from '../../config.ts';
import type { Action } from '../../http/request/permissions.ts';
import { newId } from '../../ids.ts';
import { DirectoryHeldError, type DirectoryLock, lockDirectory } from '../../platform/db/lock.ts';
import { type DatabaseSettings, openDatabase } from '../../platform/db/open.ts';
import type { Database } from '../../platform/db/schema.ts';
import { recordsOf } from '../../platform/db/settings.ts';
import { EventLog } from '../../platform/journal/event-log.ts';
import { holdMasterKey } from '../../platform/nodes/held-master-key.ts';
import { openNodes } from '../../platform/nodes/nodes.ts';
import { openPrivateDirectory } from '../../platform/secrets/private-directory.ts';
import { AuditTrail, beginEntry } from '../audit/trail.ts';
import { openHashKey } from './hash-key.ts';
import { KeyRing } from './key-ring.ts';
import { operator, readOperatorToken } from './operator.ts';
import type { KeyCreation, KeyRecord, KeyWithSecret } from './schemas.ts';
import { createKey, type KeyContext, listKeys, revokeKey, rotateKey } from './service.ts';

/** Creates and revokes keys for an operator: through a running service, or in its data directory while none runs. */
export interface KeyAdmin extends AsyncDisposable {
  create(input: KeyCreation): Promise<KeyWithSecret>;
  list(): Promise<KeyRecord[]>;
  rotate(name: string, overlapSeconds: number): Promise<KeyWithSecret>;
  revoke(name: string): Promise<void>;
}

export async function openKeyAdmin(config: Config): Promise<KeyAdmin> {
  const directory = resolve(config.dataDirectory);
  const records = recordsOf(config, directory);
  if (records.kind === 'postgres') return openRecords(records, directory, config);
  openPrivateDirectory(directory);
  try {
    return await openDirectory(directory, config, records, lockDirectory(directory));
  } catch (error) {
    if (!(error instanceof DirectoryHeldError) || error.address === undefined) throw error;
    return askService(error.address, readOperatorToken(directory));
  }
}

async function openDirectory(
  directory: string,
  config: Config,
  records: DatabaseSettings,
  lock: DirectoryLock,
): Promise<KeyAdmin> {
  await using opening = new AsyncDisposableStack();
  opening.defer(() => lock.release());
  const admin = opening.use(await openRecords(records, directory, config));
  const opened = opening.move();
  return { ...admin, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

/** Changes keys in the records themselves; the nodes that share them learn of it. */
async function openRecords(records: DatabaseSettings, directory: string, config: Config): Promise<KeyAdmin> {
  await using opening = new AsyncDisposableStack();
  const database = await openDatabase(records);
  opening.defer(() => database.destroy());
  const nodes = openNodes(database, records);
  opening.defer(() => nodes.close());
  const masterKey = await holdMasterKey({ database, directory, given: config.masterKey });
  const keys = new KeyRing(await openHashKey(database, masterKey), false);
  await keys.reload(database);
  const events = new EventLog((transaction, written) => nodes.announce(transaction, written));
  const ctx: KeyContext = { database, keys, events, ...operator };
  const follow = followOperator(database);
  const everything = { column: 'created_at', descending: false } as const;
  const page = { ...everything, limit: undefined, after: undefined, name: undefined, search: undefined };
  const opened = opening.move();
  return {
    create: (input) => follow('keys.create', input.name, () => createKey(ctx, input)),
    list: async () => (await listKeys(ctx, page)).items,
    rotate: (name, overlap_seconds) => follow('keys.rotate', name, () => rotateKey(ctx, name, { overlap_seconds })),
    revoke: (name) => follow('keys.revoke', name, () => revokeKey(ctx, name)),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

/** Audits the operator's actions, which do not pass through HTTP. */
function followOperator(database: Database) {
  const trail = new AuditTrail(database, (error) => console.error(error));
  return async <Result>(action: Action, name: string, work: () => Promise<Result>): Promise<Result> => {
    const where = { address: null, request_id: newId('req'), project_id: null, subject: `/api/keys/${name}` };
    const entry = beginEntry({ actor: operator.actor, role: operator.role, action, ...where });
    const result = await trail.record(entry, work);
    trail.complete(entry, { outcome: 'done', status: null, code: null });
    await trail.flushed();
    return result;
  };
}

function askService(address: string, token: string): KeyAdmin {
  const base = `${address.replace(/\/\/(?:0\.0\.0\.0|\[::\])/, '//127.0.0.1')}/api/keys`;
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  async function ask<Answer>(method: string, path: string, body?: object): Promise<Answer> {
    const response = await fetch(base + path, { method, headers, body: body && JSON.stringify(body) }).catch(
      (cause) => {
        throw new Error(
          `The service of this data directory listens on ${address}, which does not answer from here. If it runs in a container, run the command in that: docker compose exec sibyl sibyl …`,
          { cause },
        );
      },
    );
    const answer: unknown = response.status === 204 ? undefined : await response.json();
    if (!response.ok) throw new Error((answer as { detail: string }).detail);
    return answer as Answer; // the service runs this same version, since it holds the same directory
  }
  return {
    create: (input) => ask('POST', '', input),
    list: () => ask('GET', ''),
    rotate: (name, overlap_seconds) => ask('POST', `/${encodeURIComponent(name)}/rotate`, { overlap_seconds }),
    revoke: (name) => ask('DELETE', `/${encodeURIComponent(name)}`),
    [Symbol.asyncDispose]: async () => {},
  };
}
