// @module-tag long
/** Nodes of this release are replaced one by one by those of the next while requests go on. */
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { migrations } from '../../src/platform/db/migrate.ts';
import { openDatabase } from '../../src/platform/db/open.ts';
import { createTestDatabase } from '../databases.ts';
import { eventually, makeDirectory, type ServiceProcess, startProcess } from '../service-process.ts';

const missing = 'missing' in inject('postgres');
const next = { NODE_OPTIONS: `--import=${join(import.meta.dirname, '../with-next-migration.ts')}` };
const inside = '/api/projects/default';
const rows = Array.from({ length: 100 }, (_, row) => ({ x: row % 25, y: 2 * (row % 25) + (row % 3) }));

/** Sends requests to the nodes of the rotation by turns until told to stop. Returns what failed. */
function keepAsking(rotation: ServiceProcess[]) {
  let isOver = false;
  let sent = 0;
  const failures: string[] = [];
  const open = new Map<ServiceProcess, number>();
  const ask = async () => {
    const node = rotation[sent % rotation.length];
    sent += 1;
    open.set(node, (open.get(node) ?? 0) + 1);
    const [method, path, body] = requestOf(sent);
    const { status, text } = await node.call(method, inside + path, body);
    if (status >= 300) failures.push(`${method} ${path}: ${status} ${text}`);
    open.set(node, open.get(node)! - 1);
  };
  const repeat = async () => {
    while (!isOver) {
      await ask();
      await pause(20);
    }
  };
  const asking = Promise.all([repeat(), repeat(), repeat()]);
  return {
    /** Takes a node out of the rotation, as a balancer does, and waits for its last answer. */
    async release(node: ServiceProcess) {
      rotation.splice(rotation.indexOf(node), 1);
      while ((open.get(node) ?? 0) > 0) await pause(10);
    },
    async end() {
      isOver = true;
      await asking;
      return { sent, failures };
    },
  };
}

function requestOf(count: number): [method: string, path: string, body?: object] {
  if (count % 5 === 0) return ['POST', '/knowledge_bases', { name: `k_${count}` }];
  if (count % 5 === 1) return ['GET', '/knowledge_bases?limit=5'];
  return ['POST', '/models/m/predict', [{ x: count % 25 }]];
}

describe.skipIf(missing)('nodes of two releases', () => {
  test('serve side by side while the records move to the newer schema: no request fails', async () => {
    const { settings, remove } = await createTestDatabase('postgres');
    const url = 'url' in settings ? settings.url : '';
    const files = makeDirectory();
    const shared = {
      SIBYL_DATABASE_URL: url,
      SIBYL_BLOBS_URL: `file://${files}`,
      SIBYL_MASTER_KEY: 'one master key for the nodes of both releases',
    };
    const start = async (release: Record<string, string>) => {
      const node = startProcess(makeDirectory(), { ...shared, ...release });
      await node.url;
      return node;
    };
    const executed = async () => {
      const database = await openDatabase(settings, undefined, async () => {});
      const { rows: names } = await sql<{ name: string }>`select name from kysely_migration`.execute(database);
      await database.destroy();
      return names.map(({ name }) => name).sort();
    };
    const all = Object.keys(migrations).sort();
    const [first, second] = [await start({}), await start({})];
    expect(await executed()).toEqual(all);
    await first.call('POST', `${inside}/models`, {
      name: 'm',
      target: 'y',
      from: { rows },
      options: { effort: 'quick' },
    });
    await eventually(async () =>
      expect((await second.call('GET', `${inside}/models/m`)).body).toMatchObject({ status: 'complete' }),
    );
    const rotation = [first, second];
    const asking = keepAsking(rotation);
    for (const node of [first, second]) {
      rotation.push(await start(next));
      await pause(1000);
      await asking.release(node);
      await node.end('SIGTERM');
    }
    await pause(1000);
    const { sent, failures } = await asking.end();
    expect(failures).toEqual([]);
    expect(sent).toBeGreaterThan(100);
    expect(await executed()).toEqual([...all, '9999-next']);
    // A node of the release before that was started again serves the newer schema.
    const again = await start({});
    expect((await again.call('POST', `${inside}/models/m/predict`, [{ x: 1 }])).status).toBe(200);
    for (const node of [...rotation, again]) await node.end('SIGTERM');
    onTestFinished(remove);
  });
});
