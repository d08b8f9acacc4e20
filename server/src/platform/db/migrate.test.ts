import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { expect, test } from 'vitest';
import { createTestDatabase, describeOnEachDatabase } from '../../../test/databases.ts';
import { migrations, worksFrom } from './migrate.ts';
import { openDatabase } from './open.ts';
import type { Database } from './schema.ts';

describeOnEachDatabase('migrations', (suite) => {
  test('run once: opening again finds them done', async () => {
    const migrations = () => sql`select name, timestamp from kysely_migration order by name`.execute(suite.database);
    const before = await migrations();

    const again = await openDatabase(suite.settings);
    await again.destroy();

    expect(before.rows.length).toBeGreaterThan(0);
    expect((await migrations()).rows).toEqual(before.rows);
  });

  test('run once when processes open an empty database together', async () => {
    const { settings, remove } = await createTestDatabase(suite.engine);

    const opened = await Promise.all([1, 2, 3].map(() => openDatabase(settings)));

    const projects = opened.map((database) => database.selectFrom('projects').selectAll().execute());
    expect(await Promise.all(projects)).toEqual([[], [], []]);
    await Promise.all(opened.map((database) => database.destroy()));
    await remove();
  });

  test.each([
    ['works on', Object.keys(migrations).sort().at(-1)!],
    ['refuses', '9999-future'],
  ])('this version %s what a newer one has migrated that says it works from %s', async (outcome, from) => {
    const { settings, remove } = await createTestDatabase(suite.engine);
    const database = await openDatabase(settings);
    await sql`insert into kysely_migration (name, timestamp) values ('9999-future', 'then')`.execute(database);
    await sql`update installation set value = ${from} where name = 'works_from'`.execute(database);
    await database.destroy();

    const opening = openDatabase(settings);
    if (outcome === 'refuses') await expect(opening).rejects.toThrow('written by a newer version (9999-future)');
    else {
      const opened = await opening;
      expect(await opened.selectFrom('projects').selectAll().execute()).toEqual([]);
      await opened.destroy();
    }

    await remove();
  });

  test('after the one that older code works from only add what it can ignore', async () => {
    const { settings, remove } = await createTestDatabase(suite.engine);
    const names = Object.keys(migrations).sort();
    const first = names.indexOf(worksFrom);
    expect(first).toBeGreaterThanOrEqual(0);
    const shape = async (upTo: string) => {
      const database = await openDatabase(settings, undefined, (one) => migrateTo(one, upTo));
      const tables = await database.introspection.getTables();
      await database.destroy();
      return new Map(tables.map(({ name, columns }) => [name, columns]));
    };
    let before = await shape(worksFrom);
    for (const name of names.slice(first + 1)) {
      const after = await shape(name);
      for (const [table, columns] of before) {
        const now = after.get(table) ?? [];
        expect(now, `${name} keeps the columns of ${table}`).toEqual(expect.arrayContaining(columns));
        const added = now.filter((column) => !columns.some((one) => one.name === column.name));
        const needed = added.filter(({ isNullable, hasDefaultValue }) => !isNullable && !hasDefaultValue);
        expect(needed, `${name} adds nothing to ${table} that older code would have to fill`).toEqual([]);
      }
      before = after;
    }
    await remove();
  });
});

async function migrateTo(database: Database, name: string): Promise<void> {
  const migrator = new Migrator({ db: database, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateTo(name);
  if (error) throw error;
}
