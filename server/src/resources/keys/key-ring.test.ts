import { expect, it } from 'vitest';
import { describeOnEachDatabase } from '../../../test/databases.ts';
import type { ServiceError } from '../../errors.ts';
import { newId } from '../../ids.ts';
import { insertRecord } from '../../platform/db/records.ts';
import { EventLog } from '../../platform/journal/event-log.ts';
import { KeyRing } from './key-ring.ts';
import { changeKey, createKey, getKey, type KeyContext, listKeys, revokeKey, rotateKey } from './service.ts';
import { selectEveryKey } from './store.ts';

const hashKey = Buffer.alloc(32, 1);
const anyState = () => {};
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

describeOnEachDatabase('keys', (suite) => {
  let made = 0;
  const context = (): KeyContext => ({
    database: suite.database,
    keys: new KeyRing(hashKey, true),
    events: new EventLog(),
    actor: 'local',
    projects: undefined,
  });
  const newName = () => {
    made += 1;
    return `key_${made}`;
  };

  async function project(): Promise<string> {
    const now = new Date().toISOString();
    const row = { id: newId('prj'), name: newName(), description: '', metadata: null, created_by: null };
    await insertRecord(suite.database, 'projects', { ...row, created_at: now, updated_at: now });
    return row.name;
  }

  it('must begin with an admin for all projects', async () => {
    const ctx = context();
    const refused = expect.objectContaining({ code: 'last_admin_key' } satisfies Partial<ServiceError>);
    await expect(createKey(ctx, { name: newName(), role: 'viewer' })).rejects.toEqual(refused);
    const limited = { name: newName(), role: 'admin' as const, projects: [await project()] };
    await expect(createKey(ctx, limited)).rejects.toEqual(refused);
    expect(ctx.keys.isOpen).toBe(true);
    const first = await createKey(ctx, { name: newName(), role: 'admin' });
    expect(ctx.keys.isOpen).toBe(false);
    await expect(changeKey(ctx, first.id, { role: 'editor' }, anyState)).rejects.toEqual(refused);
    await expect(revokeKey(ctx, first.id)).rejects.toEqual(refused);
    expect(ctx.keys.find(first.secret)).toMatchObject({ actor: first.id, role: 'admin' });
  });

  it('open for their secret alone, which is nowhere', async () => {
    const ctx = context();
    const key = await createKey(ctx, { name: newName(), role: 'admin' });
    expect(ctx.keys.find(key.secret)).toEqual({ actor: key.id, role: 'admin', projects: undefined });
    const other = await createKey(ctx, { name: newName(), role: 'admin' });
    expect(ctx.keys.find(other.secret)?.actor).toBe(other.id);
    expect(ctx.keys.find('')).toBeUndefined();
    expect(JSON.stringify(await selectEveryKey(suite.database))).not.toContain(key.secret.slice(-38));
    const elsewhere = new KeyRing(Buffer.alloc(32, 2), true);
    await elsewhere.reload(suite.database);
    expect(elsewhere.find(key.secret)).toBeUndefined();
  });

  it('know their projects by what they are, not by what they are called', async () => {
    const ctx = context();
    const name = await project();
    const key = await createKey(ctx, { name: newName(), role: 'editor', projects: [name, name] });
    expect(key.projects).toEqual([name]);
    await suite.database.deleteFrom('projects').where('name', '=', name).execute();
    await ctx.keys.reload(suite.database);
    expect(ctx.keys.find(key.secret)?.projects).toEqual(new Set());
    expect((await getKey(ctx, key.id)).projects).toEqual([]);
  });

  it('are found without the database, from the first request on', async () => {
    const ctx = context();
    const { id, secret } = await createKey(ctx, { name: newName(), role: 'admin', requests_per_second: 7 });
    const statements: string[] = [];
    const watched = suite.database.withPlugin({
      transformQuery({ node }) {
        statements.push(node.kind);
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    await ctx.keys.reload(watched);
    const loaded = statements.length;
    for (let count = 0; count < 3; count += 1) expect(ctx.keys.find(secret)?.actor).toBe(id);
    expect([ctx.keys.find('none'), ctx.keys.rateOf(id)]).toEqual([undefined, 7]);
    expect([loaded, statements.length]).toEqual([2, 2]);
  });

  it('change and are listed', async () => {
    const ctx = context();
    const key = await createKey(ctx, { name: newName(), role: 'viewer', expires_at: inAnHour() });
    const changed = await changeKey(ctx, key.name, { role: 'predictor', projects: [], expires_at: null }, anyState);
    expect(changed).toMatchObject({ id: key.id, role: 'predictor', projects: [], expires_at: null });
    expect(ctx.keys.find(key.secret)).toMatchObject({ role: 'predictor', projects: new Set() });
    const page = { column: 'name', descending: false, limit: 10, after: undefined, search: undefined } as const;
    expect((await listKeys(ctx, { ...page, name: key.name })).items).toEqual([await getKey(ctx, key.id)]);
    await expect(changeKey(ctx, key.id, { expires_at: '2020-01-01T00:00:00Z' }, anyState)).rejects.toThrow(
      'must be a future time',
    );
    await expect(createKey(ctx, { name: key.name, role: 'viewer' })).rejects.toThrow('There is a key');
  });

  it('are rotated with an overlap or at once, and revoked at once', async () => {
    const ctx = context();
    const key = await createKey(ctx, { name: newName(), role: 'viewer' });
    const second = await rotateKey(ctx, key.id, { overlap_seconds: 3600 });
    expect([key, second].map(({ secret }) => ctx.keys.find(secret)?.actor)).toEqual([key.id, key.id]);
    expect(second.former_secret_until).not.toBeNull();
    const third = await rotateKey(ctx, key.id);
    expect([key, second].map(({ secret }) => ctx.keys.find(secret))).toEqual([undefined, undefined]);
    expect(ctx.keys.find(third.secret)?.actor).toBe(key.id);
    await revokeKey(ctx, key.id);
    expect(ctx.keys.find(third.secret)).toBeUndefined();
    await expect(getKey(ctx, key.id)).rejects.toThrow('There is no key');
  });

  it('end when they expire', async () => {
    const ctx = context();
    const key = await createKey(ctx, { name: newName(), role: 'viewer', expires_at: inAnHour() });
    expect(ctx.keys.find(key.secret)?.actor).toBe(key.id);
    const past = { expires_at: '2020-01-01T00:00:00.000Z' };
    await suite.database.updateTable('api_keys').set(past).where('id', '=', key.id).execute();
    await ctx.keys.reload(suite.database);
    expect(ctx.keys.find(key.secret)).toBeUndefined();
  });

  it('remember when they were last used', async () => {
    const ctx = context();
    const key = await createKey(ctx, { name: newName(), role: 'viewer' });
    expect(key.last_used_at).toBeNull();
    const writeRest = ctx.keys.recordUses(suite.database, (error) => expect.unreachable(String(error)));
    ctx.keys.find(key.secret);
    const { last_used_at } = await getKey(ctx, key.id);
    expect(last_used_at).not.toBeNull();
    await writeRest();
    expect(await getKey(context(), key.id)).toMatchObject({ last_used_at, updated_at: key.updated_at });
  });

  it('are told to everybody in the order of the changes', async () => {
    const ctx = context();
    const names = Array.from({ length: 10 }, newName);
    const keys = await Promise.all(names.map((name) => createKey(ctx, { name, role: 'viewer' })));
    await Promise.all(keys.slice(5).map((key) => revokeKey(ctx, key.id)));
    const found = keys.map(({ secret }) => ctx.keys.find(secret) !== undefined);
    expect(found).toEqual(keys.map((_, index) => index < 5));
  });
});
