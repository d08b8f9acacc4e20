import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { describeLongOnPostgres } from '../../../test/databases.ts';
import { type DatabaseSettings, openDatabase } from './open.ts';

const writer = join(import.meta.dirname, '../../../test/write-forever.ts');

/** Runs a writing process, kills it after this number of acknowledged writes, and returns all acknowledged ones. */
async function killAfter(count: number, settings: DatabaseSettings): Promise<string[]> {
  const child = spawn(process.execPath, [writer, JSON.stringify(settings)], { stdio: ['ignore', 'pipe', 'inherit'] });
  const acknowledged: string[] = [];
  for await (const id of createInterface(child.stdout)) {
    acknowledged.push(id);
    if (acknowledged.length === count) child.kill('SIGKILL');
  }
  return acknowledged;
}

describeLongOnPostgres('a process killed while it writes', (suite) => {
  test('loses nothing that it acknowledged, and leaves no half transaction', async () => {
    const acknowledged: string[] = [];
    for (const count of [1, 7, 40, 150]) acknowledged.push(...(await killAfter(count, suite.settings)));

    const database = await openDatabase(suite.settings);
    const projects = await database.selectFrom('projects').select('id').execute();
    const models = await database.selectFrom('models').select('project_id as id').execute();
    await database.destroy();

    const stored = new Set(projects.map((row) => row.id));
    expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
    expect(acknowledged.length).toBeGreaterThanOrEqual(198);
    expect(new Set(models.map((row) => row.id))).toEqual(stored);
  });
});
