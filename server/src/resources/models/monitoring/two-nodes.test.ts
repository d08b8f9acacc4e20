import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Answer } from '../../../../test/answer.ts';
import { createTestDatabase } from '../../../../test/databases.ts';
import { startTestService, type TestService } from '../../../../test/service.ts';

const missing = 'missing' in inject('postgres');
const csv = { 'content-type': 'text/csv' };
const table = `size,price\n${Array.from({ length: 100 }, (_, row) => `${row % 50},${20 * (row % 50) + (row % 7)}`).join('\n')}`;
const rows = Array.from({ length: 50 }, (_, row) => ({ size: row, __service_row_id: row }));
const settings = [null, {}, { enabled: false }, { window: 'hour', sample_rows: 0 }];

/** Settings and deletions take the locks of what is written and folded meanwhile. */
describe.skipIf(missing)('watched models of two nodes on one PostgreSQL', { tags: 'long' }, () => {
  const blobs = mkdtempSync(join(tmpdir(), 'sibyl-blobs-'));
  let nodes: TestService[];
  let removeDatabase: () => Promise<void>;
  let project: string;
  let asked = 0;

  beforeAll(async () => {
    const database = await createTestDatabase('postgres');
    removeDatabase = database.remove;
    const start = () =>
      startTestService(
        { SIBYL_BLOBS_URL: `file://${blobs}`, SIBYL_DATA_DIR: mkdtempSync(join(tmpdir(), 'sibyl-node-')) },
        database.settings,
      );
    nodes = [await start(), await start()];
    project = `/projects/${await nodes[0].project()}`;
    await call('POST', `${project}/tables?name=homes`, table, csv);
  });
  afterAll(async () => {
    await Promise.all(nodes.map((node) => node.stop()));
    await removeDatabase();
    rmSync(blobs, { recursive: true });
  });

  /** Each node in turn. */
  const call: TestService['call'] = (...request) => nodes[asked++ % nodes.length].call(...request);

  async function watch(name: string): Promise<string> {
    const model = `${project}/models/${name}`;
    const body = { name, target: 'price', from: { table: 'homes' }, options: { effort: 'quick' } };
    await call('POST', `${project}/models`, body);
    await nodes[0].until(model, (answer) => answer.body.status === 'complete');
    expect((await call('PUT', model, { monitor: {} })).status).toBe(200);
    return model;
  }

  /** Asks a model at both nodes while `work` goes on, and returns the statuses of the answers. */
  async function askMeanwhile(model: string, work: () => Promise<void>): Promise<Set<number>> {
    const statuses = new Set<number>();
    let isOver = false;
    const keepAsking = async () => {
      while (!isOver) statuses.add((await call('POST', `${model}/predict`, rows)).status);
    };
    const asking = Array.from({ length: 4 }, keepAsking);
    await work().finally(() => {
      isOver = true;
    });
    await Promise.all(asking);
    return statuses;
  }

  const countRows = ({ body }: Answer) =>
    (body as { windows: { rows: number }[] }).windows.reduce((sum, window) => sum + window.rows, 0);

  it('a deletion while rows are predicted ends at both', async () => {
    const model = await watch('doomed');
    const statuses = await askMeanwhile(model, async () => {
      await nodes[1].until(`${model}/monitor`, (answer) => countRows(answer) > 500);
      expect((await call('DELETE', `${model}?permanently=true`)).status).toBe(204);
      for (const node of nodes) await node.until(model, ({ status }) => status === 404);
    });
    expect([...statuses].sort()).toEqual([200, 404]);
    for (const node of nodes) expect((await node.call('POST', `${model}/predict`, rows)).status).toBe(404);
  });

  it('changes of the settings, twenty at a time, neither wait for each other nor lose a row afterwards', async () => {
    const model = await watch('toggled');
    const statuses = await askMeanwhile(model, async () => {
      const changes = Array.from({ length: 20 }, (_, place) => ({ monitor: settings[place % settings.length] }));
      const changed = await Promise.all(changes.map((change) => call('PUT', model, change)));
      expect(changed.map(({ status }) => status)).toEqual(changes.map(() => 200));
    });
    expect([...statuses]).toEqual([200]);
    await nodes[0].call('PUT', model, { monitor: null });
    await nodes[0].call('PUT', model, { monitor: { window: 'day' } });
    // The other node knows of a change within a moment.
    const isCounting = async () => {
      await nodes[1].call('POST', `${model}/predict`, rows);
      return countRows(await nodes[1].call('GET', `${model}/monitor`)) > 0;
    };
    await expect.poll(isCounting).toBe(true);
    await nodes[0].call('GET', `${model}/monitor`);
    const before = countRows(await nodes[1].call('GET', `${model}/monitor`));
    for (let question = 0; question < 8; question += 1) await call('POST', `${model}/predict`, rows);
    await nodes[0].call('GET', `${model}/monitor`);
    await nodes[1].until(`${model}/monitor`, (answer) => countRows(answer) === before + 8 * rows.length);
  });
});
