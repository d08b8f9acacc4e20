import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Generated, Kysely, sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { inBackground } from '../background.ts';
import { ThreadedSqliteDialect } from './dialect.ts';

interface Notes {
  notes: { id: Generated<number>; text: string | null };
}

async function openNotes(timeout?: number): Promise<{ database: Kysely<Notes>; path: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'sibyl-sqlite-'));
  const path = join(folder, 'notes.db');
  const database = new Kysely<Notes>({ dialect: new ThreadedSqliteDialect({ path, timeout }) });
  onTestFinished(async () => {
    await database.destroy();
    rmSync(folder, { recursive: true });
  });
  await sql`create table notes (id integer primary key, text text)`.execute(database);
  return { database, path };
}

function countNotes(database: Kysely<Notes>) {
  return database
    .selectFrom('notes')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
}

test('commits are synced to a write-ahead log, and foreign keys hold', async () => {
  const { database } = await openNotes();

  const settings = await database
    .transaction()
    .execute(async (transaction) => [
      (await sql`pragma journal_mode`.execute(transaction)).rows[0],
      (await sql`pragma synchronous`.execute(transaction)).rows[0],
      (await sql`pragma foreign_keys`.execute(transaction)).rows[0],
    ]);

  expect(settings).toEqual([{ journal_mode: 'wal' }, { synchronous: 2 }, { foreign_keys: 1 }]);
});

test('a read does not wait for the transaction that is open', async () => {
  const { database } = await openNotes();

  const count = await database.transaction().execute(async (transaction) => {
    await transaction.insertInto('notes').values({ id: 1, text: 'x' }).execute();
    return countNotes(database);
  });

  expect(count).toEqual({ count: 0 });
});

test('writing through the database inside a transaction fails with the reason, and the next one goes on', async () => {
  const { database } = await openNotes(50);
  const values = { id: 1, text: 'x' };

  const misuse = database.transaction().execute(async (transaction) => {
    await countNotes(transaction);
    return database.insertInto('notes').values(values).execute();
  });
  await expect(misuse).rejects.toMatchObject({
    code: 'overloaded',
    cause: { message: expect.stringContaining('instead of the transaction') },
  });

  await database.transaction().execute((transaction) => transaction.insertInto('notes').values(values).execute());
  expect(await countNotes(database)).toEqual({ count: 1 });
});

test('what another process locks out is told as passing, and leaves nothing half done', async () => {
  const { database, path } = await openNotes(50);
  using other = new DatabaseSync(path);
  const insert = (id: number) => database.insertInto('notes').values({ id, text: 'x' });
  const gathered = () => database.transaction().execute((transaction) => insertIn(transaction, 2));
  const mixed = () =>
    database.transaction().execute(async (transaction) => {
      await insertIn(transaction, 3);
      await countNotes(transaction);
    });
  const insertIn = (transaction: Kysely<Notes>, id: number) =>
    transaction.insertInto('notes').values({ id, text: 'x' }).execute();
  const together = () => Promise.all([insert(4).execute(), insert(5).execute()]);
  const background = () => inBackground(gathered);

  other.exec('begin immediate');
  for (const write of [() => insert(1).execute(), gathered, mixed, together, background])
    await expect(write()).rejects.toMatchObject({ code: 'backend_unavailable' });
  other.exec('rollback');

  expect(await countNotes(database)).toEqual({ count: 0 });
  await mixed();
  expect(await countNotes(database)).toEqual({ count: 1 });
});

test('a transaction opened by SQL is refused and leaves nothing open', async () => {
  const { database } = await openNotes();

  await expect(sql`begin`.execute(database)).rejects.toThrow('through Kysely');

  await database.insertInto('notes').values({ id: 1, text: 'x' }).execute();
  expect(await countNotes(database)).toEqual({ count: 1 });
});

test('once rolled back, by SQLite itself too, a transaction takes no more statements', async () => {
  const { database } = await openNotes();

  const outcome = database.transaction().execute(async (transaction) => {
    await sql`rollback`.execute(transaction);
    await transaction.insertInto('notes').values({ id: 1, text: 'x' }).execute();
  });

  await expect(outcome).rejects.toThrow('the transaction was rolled back');
  expect(await countNotes(database)).toEqual({ count: 0 });
});

test('of transactions of inserts that are committed together, one that fails leaves nothing and the others stay', async () => {
  const { database } = await openNotes();
  const write = (...ids: number[]) =>
    database.transaction().execute(async (transaction) => {
      for (const id of ids) await transaction.insertInto('notes').values({ id, text: 'x' }).execute();
    });

  const many = Array.from({ length: 50 }, (_, index) => 100 + index);
  const outcomes = await Promise.allSettled([
    write(1, 2),
    write(3, 1),
    write(4, 5),
    write(),
    write(...many),
    write(...many.map((id) => id + 49)),
  ]);

  expect(outcomes.map(({ status }) => status[0]).join('')).toBe('frfffr');
  for (const failed of [1, 5]) expect(outcomes[failed]).toMatchObject({ reason: { errcode: 1555 } });
  expect((await database.selectFrom('notes').select('id').execute()).map(({ id }) => id)).toEqual([
    1,
    2,
    4,
    5,
    ...many,
  ]);
});

test('a transaction sees what it inserted before, also by statements at once, and a rollback forgets it', async () => {
  const { database } = await openNotes();
  const gone = new Error('gone');

  const counted = await database.transaction().execute(async (transaction) => {
    await transaction.insertInto('notes').values({ id: 1, text: 'x' }).execute();
    const add = (id: number) => transaction.insertInto('notes').values({ id, text: 'x' }).execute();
    const [, before, , after] = await Promise.all([add(2), countNotes(transaction), add(3), countNotes(transaction)]);
    return [before.count, after.count];
  });
  const dropped = database.transaction().execute(async (transaction) => {
    await transaction.insertInto('notes').values({ id: 4, text: 'x' }).execute();
    throw gone;
  });

  await expect(dropped).rejects.toBe(gone);
  expect(counted).toEqual([2, 3]);
  expect(await countNotes(database)).toEqual({ count: 3 });
});

test('closing finishes what was sent, and refuses what comes after', async () => {
  const { database, path } = await openNotes();
  const writes = Array.from({ length: 50 }, (_, id) =>
    database.insertInto('notes').values({ id, text: 'x' }).execute(),
  );

  await database.destroy();

  await Promise.all(writes);
  const file = new DatabaseSync(path);
  expect(file.prepare('select count(*) as count from notes').get()).toMatchObject({ count: 50 });
  file.close();
  await expect(database.insertInto('notes').values({ id: 51, text: 'x' }).execute()).rejects.toThrow('destroyed');
});

test('values of kinds that SQLite does not hold fail alone', async () => {
  const { database } = await openNotes();
  const notTexts = [Symbol('x'), {}] as unknown[] as string[];

  const outcomes = await Promise.allSettled(
    [...notTexts, 'text'].map((text, id) => database.insertInto('notes').values({ id, text }).execute()),
  );

  expect(outcomes.map((outcome) => outcome.status)).toEqual(['rejected', 'rejected', 'fulfilled']);
  expect(await countNotes(database)).toEqual({ count: 1 });
});

test('closing ends a transaction that nobody ends', async () => {
  const { database, path } = await openNotes(50);
  const forgotten = await database.startTransaction().execute();
  await forgotten.insertInto('notes').values({ id: 1, text: 'x' }).execute();

  await database.destroy();

  const file = new DatabaseSync(path);
  expect(file.prepare('select count(*) as count from notes').get()).toMatchObject({ count: 0 });
  file.close();
});

test('more kinds of statements than are kept prepared all answer', async () => {
  const { database } = await openNotes();

  const answers = await Promise.all(
    Array.from({ length: 1200 }, (_, index) => database.selectNoFrom(sql.lit(index).as('answer')).executeTakeFirst()),
  );

  expect(answers.map((row) => row?.answer)).toEqual(Array.from({ length: 1200 }, (_, index) => index));
});

test('a file that is no database is refused at the first use', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sibyl-sqlite-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'notes.db');
  writeFileSync(path, 'not a database, but long enough to have a header of its own '.repeat(20));
  const database = new Kysely<Notes>({ dialect: new ThreadedSqliteDialect({ path }) });

  await expect(countNotes(database)).rejects.toThrow('file is not a database');
});

test('a step in the background is not synced, and goes after whoever waits', async () => {
  const { database } = await openNotes();
  const ended: string[] = [];
  const write = (name: string) =>
    database.transaction().execute(async (transaction) => {
      await transaction.insertInto('notes').values({ text: name }).execute();
      const { rows } = await sql<{ synchronous: number }>`pragma synchronous`.execute(transaction);
      ended.push(`${name} ${rows[0].synchronous}`);
    });
  const steps = Array.from({ length: 5 }, (_, index) => inBackground(() => write(`step ${index}`)));
  await Promise.all([...steps, write('own'), write('own')]);
  expect(ended.slice(0, 3)).toEqual(['step 0 1', 'own 2', 'own 2']);
  expect(ended.length).toBe(7);
});

test('a step of inserts alone goes after whoever waits, too, and leaves nothing when one of them fails', async () => {
  const { database } = await openNotes();
  const ended: string[] = [];
  const write = (name: string, ids: number[]) =>
    database.transaction().execute(async (transaction) => {
      for (const id of ids) await transaction.insertInto('notes').values({ id, text: name }).execute();
    });
  const note = (name: string) => () => void ended.push(name);
  const outcomes = await Promise.allSettled([
    inBackground(() => write('step', [1, 2, 3]).then(note('step'))),
    inBackground(() => write('step', [4, 5, 1]).then(note('step'))),
    inBackground(() => write('step', [6]).then(note('step'))),
    write('own', [7, 8]).then(note('own')),
  ]);
  expect(outcomes.map(({ status }) => status[0]).join('')).toBe('frff');
  expect(ended).toEqual(['step', 'own', 'step']);
  const notes = await database.selectFrom('notes').select('id').orderBy('id').execute();
  expect(notes.map(({ id }) => id)).toEqual([1, 2, 3, 6, 7, 8]);
});

test('a long log is copied into the database beside the writer, and is gone when the database is closed', async () => {
  const { database, path } = await openNotes();
  const text = 'x'.repeat(8_000_000);
  await database.insertInto('notes').values({ text }).execute();
  const start = statSync(path).size;
  await vi.waitFor(async () => {
    await database.insertInto('notes').values({ text: 'more' }).execute();
    expect(statSync(path).size).toBeGreaterThan(start + text.length / 2);
  }, 10_000);
  const automatic = await sql<{ wal_autocheckpoint: number }>`pragma wal_autocheckpoint`.execute(database);
  expect(automatic.rows[0].wal_autocheckpoint).toBeGreaterThan(4000);
  await database.destroy();
  expect(existsSync(`${path}-wal`)).toBe(false);
});
