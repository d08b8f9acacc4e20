import { setImmediate as othersTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { describeOnEachDatabase } from '../../../test/databases.ts';
import { newId } from '../../ids.ts';
import { insertRecord } from '../db/records.ts';
import { transact } from '../db/transact.ts';
import { EventLog } from './event-log.ts';

describeOnEachDatabase('the event log', (suite) => {
  const log = new EventLog();

  async function project(): Promise<string> {
    const id = newId('prj');
    const now = new Date().toISOString();
    const blank = { description: '', metadata: null, created_by: null, created_at: now, updated_at: now };
    await insertRecord(suite.database, 'projects', { id, name: id.toLowerCase(), ...blank });
    return id;
  }

  const eventOf = (project: string, subject: string) =>
    ({ type: 'sibyl.table.created', project, subject, data: {} }) as const;

  const write = (project: string, subject: string) =>
    transact(suite.database, async (transaction) => log.write(transaction, eventOf(project, subject)));

  function read(stream: string, after = 0) {
    const ofStream = suite.database.selectFrom('events').selectAll().where('stream_id', '=', stream);
    return ofStream.where('sequence', '>', after).orderBy('sequence').execute();
  }

  test('numbers the events of a transaction as they were written', async () => {
    const id = await project();
    await transact(suite.database, async (transaction) => {
      log.write(transaction, { ...eventOf(id, 'tables/a'), data: { rows: 3 } });
      log.write(transaction, eventOf(id, 'tables/b'));
    });
    await write(id, 'tables/c');
    const events = await read(id);
    expect(events.map(({ sequence, subject }) => [sequence, subject])).toEqual([
      [1, 'tables/a'],
      [2, 'tables/b'],
      [3, 'tables/c'],
    ]);
    expect(events[0]).toMatchObject({ id: expect.stringMatching(/^evt_/), type: 'sibyl.table.created' });
    expect(JSON.parse(events[0].data)).toEqual({ rows: 3 });
  });

  test('says nothing of a change that was rolled back, and uses no number for it', async () => {
    const id = await project();
    const rolledBack = transact(suite.database, async (transaction) => {
      log.write(transaction, eventOf(id, 'tables/a'));
      throw new Error('no');
    });
    await expect(rolledBack).rejects.toThrow('no');
    await write(id, 'tables/b');
    expect(await read(id)).toMatchObject([{ sequence: 1, subject: 'tables/b' }]);
  });

  test('never shows a number before one below it, however writers overtake each other', async () => {
    const id = await project();
    const subjects = Array.from({ length: 120 }, (_, index) => `tables/${index}`);
    const written = Promise.all(
      subjects.map((subject, index) =>
        transact(suite.database, async (transaction) => {
          log.write(transaction, eventOf(id, subject));
          // Some commit later than transactions that began after them.
          for (let turn = 0; turn < index % 4; turn++) await transaction.selectFrom('projects').select('id').execute();
        }),
      ),
    );
    const seen: { sequence: number; subject: string }[] = [];
    while (seen.length < subjects.length) {
      seen.push(...(await read(id, seen.at(-1)?.sequence)));
      await othersTurn();
    }
    await written;
    expect(seen.map((event) => event.sequence)).toEqual(subjects.map((_, index) => index + 1));
    expect(seen.map((event) => event.subject).sort()).toEqual(subjects.sort());
  });

  test('lets transactions that write to the same streams in another order pass each other', async () => {
    const [first, second] = [await project(), await project()];
    const writeBoth = (streams: string[]) =>
      transact(suite.database, async (transaction) => {
        for (const stream of streams) log.write(transaction, eventOf(stream, 'tables/a'));
      });
    await Promise.all(
      Array.from({ length: 40 }, (_, index) => writeBoth(index % 2 ? [first, second] : [second, first])),
    );
    expect([(await read(first)).length, (await read(second)).length]).toEqual([40, 40]);
  });

  test('calls back after the commit, when the events can be read', async () => {
    const id = await project();
    const heard = Promise.withResolvers<ReadonlySet<string>>();
    const stop = log.listen(heard.resolve);
    await write(id, 'tables/a');
    stop();
    expect([...(await heard.promise)]).toEqual([id]);
    expect(await read(id)).toHaveLength(1);
  });

  test('goes with its project', async () => {
    const id = await project();
    await write(id, 'tables/a');
    await suite.database.deleteFrom('projects').where('id', '=', id).execute();
    expect(await read(id)).toEqual([]);
  });
});
