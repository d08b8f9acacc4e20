import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createTestDatabase, describeOnEachDatabase } from '../../../test/databases.ts';
import { openDatabase } from './open.ts';

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

  test('refuse a database that a newer version has migrated', async () => {
    const { settings, remove } = await createTestDatabase(suite.engine);
    const database = await openDatabase(settings);
    await sql`insert into kysely_migration (name, timestamp) values ('9999-future', 'then')`.execute(database);
    await database.destroy();

    await expect(openDatabase(settings)).rejects.toThrow('could not be brought up to date');

    await remove();
  });
});
