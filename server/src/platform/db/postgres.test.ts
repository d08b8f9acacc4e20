import { randomBytes } from 'node:crypto';
import { Kysely, sql } from 'kysely';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { createPostgresDatabase } from '../../../test/postgres.ts';
import { createPostgresDialect } from './postgres.ts';

const postgres = inject('postgres');

describe.skipIf('missing' in postgres)('a server with fewer connections than a node wants', () => {
  async function openAs(connections: number): Promise<Kysely<unknown>> {
    if ('missing' in postgres) throw new Error(postgres.missing);
    const name = `narrow_${randomBytes(6).toString('hex')}`;
    const { url, drop } = await createPostgresDatabase(postgres.url, name);
    const admin = new Kysely({ dialect: (await createPostgresDialect(url)).dialect });
    await sql.raw(`create role ${name} login connection limit ${connections}`).execute(admin);
    const own = new URL(url);
    own.username = name;
    const { dialect } = await createPostgresDialect(own.href);
    const database = new Kysely<unknown>({ dialect });
    onTestFinished(async () => {
      await database.destroy();
      await sql.raw(`drop role ${name}`).execute(admin);
      await admin.destroy();
      await drop();
    });
    return database;
  }

  test('every statement waits for its turn on those that the node has', async () => {
    const database = await openAs(2);
    const asked = Array.from({ length: 40 }, () => sql`select pg_sleep(0.01)`.execute(database));
    expect(await Promise.allSettled(asked)).toSatisfy((all: { status: string }[]) =>
      all.every(({ status }) => status === 'fulfilled'),
    );
  });

  test('a node without any says why after its patience', { tags: 'long' }, async () => {
    const database = await openAs(0);
    await expect(sql`select 1`.execute(database)).rejects.toMatchObject({
      code: 'overloaded',
      message: expect.stringContaining('max_connections'),
    });
  });
});
