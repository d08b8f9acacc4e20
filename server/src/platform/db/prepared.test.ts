import { expect, test } from 'vitest';
import { describeOnEachDatabase } from '../../../test/databases.ts';
import { insertRows, runPrepared } from './prepared.ts';
import { transact } from './transact.ts';

function project(name: string) {
  const now = new Date().toISOString();
  return {
    id: `prj_${name}`,
    name,
    description: null,
    metadata: null,
    created_by: null,
    created_at: now,
    updated_at: now,
  };
}

describeOnEachDatabase('statements compiled once', (suite) => {
  test('bring their own values each time, in and outside of transactions', async () => {
    for (const names of [
      ['once-a', 'once-b'],
      ['once-c', "once-'d"],
    ])
      await transact(suite.database, (transaction) => insertRows(transaction, 'projects', names.map(project)));
    const find = (asked: string) =>
      runPrepared(suite.database, 'test: projects', [asked, 2], ([name, most]) =>
        suite.database.selectFrom('projects').select('name').where('name', '>=', name).orderBy('name').limit(most),
      );

    expect(await find('once-a')).toEqual([{ name: 'once-a' }, { name: 'once-b' }]);
    expect(await find('once-b')).toEqual([{ name: 'once-b' }, { name: 'once-c' }]);
  });

  test('insert none, some and many rows', async () => {
    for (const count of [0, 1, 3, 9]) {
      const rows = Array.from({ length: count }, (_, row) => project(`many-${count}-${row}`));
      await insertRows(suite.database, 'projects', rows);
    }

    const found = await suite.database.selectFrom('projects').select('id').where('name', 'like', 'many-%').execute();
    expect(found).toHaveLength(13);
  });
});
