import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { describeOnEachDatabase } from '../../../test/databases.ts';
import { encodeJson } from './json.ts';
import type { Database } from './schema.ts';
import { afterCommit, type Transaction, transact } from './transact.ts';
import { isForeignKeyViolation, isUniqueViolation } from './violations.ts';

function insertProject(database: Database, name: string) {
  const now = new Date().toISOString();
  const values = { id: `prj_${name}`, name, description: null, metadata: null, created_by: null };
  return database.insertInto('projects').values({ ...values, created_at: now, updated_at: now });
}

async function findNames(database: Database, prefix: string): Promise<string[]> {
  const rows = await database.selectFrom('projects').select('name').where('name', 'like', `${prefix}%`).execute();
  return rows.map((row) => row.name).sort();
}

describeOnEachDatabase('transact', (suite) => {
  test('commits what its work wrote', async () => {
    const result = await transact(suite.database, async (transaction) => {
      await insertProject(transaction, 'commits-a').execute();
      await insertProject(transaction, 'commits-b').execute();
      return 'done';
    });

    expect(result).toBe('done');
    expect(await findNames(suite.database, 'commits-')).toEqual(['commits-a', 'commits-b']);
  });

  test('refuses a second connection: all connections could wait for each other', async () => {
    const inside = (work: (transaction: Transaction) => Promise<unknown>) => transact(suite.database, work);

    await expect(inside(() => findNames(suite.database, 'second-'))).rejects.toThrow('use the open transaction');
    await expect(inside(() => inside(async () => {}))).rejects.toThrow('use the open transaction');

    // Twice as many as there are connections.
    const insert = (name: string) => inside(async (transaction) => insertProject(transaction, name).execute());
    await Promise.all(Array.from({ length: 20 }, (_, at) => insert(`second-${at}`)));
    expect(await findNames(suite.database, 'second-')).toHaveLength(20);
  });

  test('runs again what was given up for a transaction that waited for it in a circle', async () => {
    for (const name of ['circle-a', 'circle-b']) await insertProject(suite.database, name).execute();
    // SQLite has one writer: the second transaction begins only after the first has ended.
    const writers = suite.engine === 'postgres' ? 2 : 1;
    const bothHoldOne = Promise.withResolvers<void>();
    let holders = 0;
    const describe = async (transaction: Transaction, name: string, description: string) =>
      transaction.updateTable('projects').set({ description }).where('name', '=', name).execute();
    const describeBoth = (first: string, second: string) =>
      transact(suite.database, async (transaction) => {
        await describe(transaction, first, first);
        holders += 1;
        if (holders >= writers) bothHoldOne.resolve();
        await bothHoldOne.promise;
        await describe(transaction, second, first);
      });

    await Promise.all([describeBoth('circle-a', 'circle-b'), describeBoth('circle-b', 'circle-a')]);

    const left = await suite.database.selectFrom('projects').selectAll().where('name', 'like', 'circle-%').execute();
    expect(new Set(left.map(({ description }) => description)).size).toBe(1);
    // PostgreSQL may give up both.
    expect(holders).toBeGreaterThanOrEqual(suite.engine === 'postgres' ? 3 : 2);
  });

  test('rolls back when its work rejects, with the error as it was', async () => {
    const reason = new Error('no');

    const outcome = transact(suite.database, async (transaction) => {
      await insertProject(transaction, 'rejects').execute();
      throw reason;
    });

    await expect(outcome).rejects.toBe(reason);
    expect(await findNames(suite.database, 'rejects')).toEqual([]);
  });

  test('rolls back when a failed statement was swallowed', async () => {
    const outcome = transact(suite.database, async (transaction) => {
      await insertProject(transaction, 'swallows').execute();
      await insertProject(transaction, 'swallows')
        .execute()
        .catch(() => {});
    });

    await expect(outcome).rejects.toThrow(/unique|rolled back/i);
    expect(await findNames(suite.database, 'swallows')).toEqual([]);
  });

  test('tells of an insert that failed, be it waited for or not, and undoes what came before and after it', async () => {
    const insertTwice = (name: string, then: (transaction: Transaction) => Promise<unknown>) =>
      transact(suite.database, async (transaction) => {
        await insertProject(transaction, `${name}-before`).execute();
        await insertProject(transaction, `${name}-before`).execute();
        await insertProject(transaction, `${name}-after`).execute();
        return then(transaction);
      }).catch((error) => error);

    const atTheEnd = await insertTwice('told-a', async () => {});
    const atTheNext = await insertTwice('told-b', (transaction) => findNames(transaction, 'told'));

    expect([atTheEnd, atTheNext].map(isUniqueViolation)).toEqual([true, true]);
    expect(await findNames(suite.database, 'told-')).toEqual([]);
  });

  test('shows nothing to others before it commits', async () => {
    const inserted = Promise.withResolvers<string[]>();
    const looked = Promise.withResolvers<void>();
    const inserting = transact(suite.database, async (transaction) => {
      await insertProject(transaction, 'isolated').execute();
      inserted.resolve(await findNames(transaction, 'isolated'));
      await looked.promise;
    });

    expect(await inserted.promise).toEqual(['isolated']);
    expect(await findNames(suite.database, 'isolated')).toEqual([]);
    looked.resolve();
    await inserting;
    expect(await findNames(suite.database, 'isolated')).toEqual(['isolated']);
  });

  test('loses no update when many add to one row at once', async () => {
    await insertProject(suite.database, 'counted').execute();

    await Promise.all(
      Array.from({ length: 40 }, () =>
        transact(suite.database, (transaction) =>
          transaction
            .updateTable('projects')
            .set((row) => ({ revision: row('revision', '+', 1) }))
            .where('name', '=', 'counted')
            .execute(),
        ),
      ),
    );

    const row = suite.database.selectFrom('projects').select('revision').where('name', '=', 'counted');
    expect(await row.executeTakeFirstOrThrow()).toMatchObject({ revision: 41 });
  });

  test('goes back to a savepoint after a failed statement', async () => {
    const transaction = await suite.database.startTransaction().execute();
    await insertProject(transaction, 'saved-a').execute();
    const saved = await transaction.savepoint('here').execute();
    await expect(insertProject(saved, 'saved-a').execute()).rejects.toThrow();
    await saved.rollbackToSavepoint('here').execute();
    await insertProject(transaction, 'saved-b').execute();
    await transaction.commit().execute();

    expect(await findNames(suite.database, 'saved-')).toEqual(['saved-a', 'saved-b']);
  });

  test('calls back after the commit, and not after a rollback', async () => {
    const calls: string[][] = [];
    const rolledBack = transact(suite.database, async (transaction) => {
      afterCommit(transaction, () => calls.push(['rolled back']));
      throw new Error('no');
    });
    await expect(rolledBack).rejects.toThrow('no');

    await transact(suite.database, async (transaction) => {
      afterCommit(transaction, () => calls.push(['committed']));
    });

    expect(calls).toEqual([['committed']]);
  });

  test('refuses to watch a transaction that it did not open', async () => {
    const outcome = suite.database.transaction().execute(async (transaction) => afterCommit(transaction, () => {}));

    await expect(outcome).rejects.toThrow('transact()');
  });
});

describeOnEachDatabase('database errors', (suite) => {
  test('a taken name is told from other failures', async () => {
    await insertProject(suite.database, 'taken').execute();

    const error: unknown = await insertProject(suite.database, 'taken')
      .execute()
      .catch((reason) => reason);

    expect([isUniqueViolation(error), isForeignKeyViolation(error)]).toEqual([true, false]);
  });

  test('a missing parent is told from other failures', async () => {
    const part = { id: 'part', table_id: 'tbl_none', position: 0, blob_key: 'x', row_count: 1, byte_size: 1 };

    const error: unknown = await suite.database
      .insertInto('table_parts')
      .values(part)
      .execute()
      .catch((reason) => reason);

    expect([isUniqueViolation(error), isForeignKeyViolation(error)]).toEqual([false, true]);
  });

  test('one failure among writes sent together spoils none of the others', async () => {
    const names = ['group-a', 'group-a', 'group-b', 'group-c'];

    const outcomes = await Promise.allSettled(names.map((name) => insertProject(suite.database, name).execute()));

    expect(outcomes.filter((outcome) => outcome.status === 'rejected')).toHaveLength(1);
    expect(await findNames(suite.database, 'group-')).toEqual(['group-a', 'group-b', 'group-c']);
  });
});

describeOnEachDatabase('values', (suite) => {
  test('counts, sums and large whole numbers arrive as numbers', async () => {
    await insertProject(suite.database, 'counting').execute();
    const project_id = 'prj_counting';
    const now = new Date().toISOString();
    const table = { id: 'tbl_big', project_id, name: 'big', columns: encodeJson([]), created_by: null };
    const sizes = { row_count: 4_000_000_000, byte_size: 9_000_000_000_000_000 };
    await suite.database
      .insertInto('tables')
      .values({ ...table, ...sizes, created_at: now, updated_at: now })
      .execute();

    const query = suite.database.selectFrom('tables').where('project_id', '=', project_id);
    const totals = query.select(({ fn }) => [fn.countAll<number>().as('count'), fn.sum<number>('byte_size').as('sum')]);

    expect(await query.select(['row_count', 'byte_size']).executeTakeFirst()).toEqual(sizes);
    expect(await totals.executeTakeFirst()).toEqual({ count: 1, sum: sizes.byte_size });
  });

  test('names sort by their bytes', async () => {
    for (const name of ['sort-b', 'sort-A', 'sort-a', 'sort-B', 'sort_a'])
      await insertProject(suite.database, name).execute();

    const rows = await suite.database
      .selectFrom('projects')
      .select('name')
      .where('name', 'like', 'sort%')
      .orderBy('name')
      .execute();

    expect(rows.map((row) => row.name)).toEqual(['sort-A', 'sort-B', 'sort-a', 'sort-b', 'sort_a']);
  });

  test('deleting a project deletes what is in it', async () => {
    await insertProject(suite.database, 'parent').execute();
    const now = new Date().toISOString();
    const model = { id: 'mdl_child', project_id: 'prj_parent', name: 'child', target: 'x', latest_version: 1 };
    await suite.database
      .insertInto('models')
      .values({ ...model, active_version: null, created_by: null, created_at: now, updated_at: now })
      .execute();

    await suite.database.deleteFrom('projects').where('name', '=', 'parent').execute();

    expect(await suite.database.selectFrom('models').selectAll().where('id', '=', 'mdl_child').execute()).toEqual([]);
  });

  test('tells of a lock that others hold for too long, and of a conflict that stays, as passing', async () => {
    await insertProject(suite.database, 'locked-a').execute();
    const conflict = Object.assign(new Error('could not serialize access'), { code: '40001' });
    const stays = transact(suite.database, () => Promise.reject(conflict));
    await expect(stays).rejects.toMatchObject({ code: 'backend_unavailable' });
    if (suite.engine !== 'postgres') return; // another process is needed there: sqlite/driver.test.ts
    const touch = (transaction: Transaction, description: string) =>
      transaction.updateTable('projects').set({ description }).where('name', '=', 'locked-a').execute();
    const [held, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const holder = transact(suite.database, async (transaction) => {
      await touch(transaction, 'holder');
      held.resolve();
      await ended.promise;
    });
    await held.promise;
    const limited = (limit: string) =>
      transact(suite.database, async (transaction) => {
        await sql.raw(`set local ${limit} = '50ms'`).execute(transaction);
        await touch(transaction, 'late');
      });
    for (const limit of ['lock_timeout', 'statement_timeout'])
      await expect(limited(limit)).rejects.toMatchObject({ code: 'backend_unavailable' });
    ended.resolve();
    await holder;
  });
});
