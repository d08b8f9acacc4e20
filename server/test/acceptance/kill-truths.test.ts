// @module-tag long
/** kill -9 while truths arrive: what was acknowledged is there after the next start, and nothing counts twice. */
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { describeOnEachDatabase } from '../databases.ts';
import { eventually, makeDirectory, type ServiceProcess, startProcess } from '../service-process.ts';

const model = '/api/projects/default/models/rent';
const csv = { 'content-type': 'text/csv' };
const atOnce = 20;
/** Truths that one request may have. */
const mostAtOnce = 10_000;
/** SIBYL_TEST_KILLS asks for more. */
const kills = Number(process.env.SIBYL_TEST_KILLS ?? 5);

const sent = new Set<string>();
const kept = new Set<string>();

const tell = async (service: ServiceProcess, ids: readonly string[]): Promise<void> => {
  const truths = ids.map((id) => ({ id, price: 500 }));
  for (const id of ids) sent.add(id);
  const { status } = await service.call('POST', `${model}/truths`, truths);
  if (status === 200) for (const id of ids) kept.add(id);
};

/** Asks half of the rows and tells the truth of all, those of the round before again, until the service is gone. */
async function tellUntilKilled(service: ServiceProcess, kill: number): Promise<void> {
  let former: string[] = [];
  try {
    for (let round = 0; ; round += 1) {
      const ids = Array.from({ length: atOnce }, (_, place) => `${kill}-${round}-${place}`);
      const asked = ids.slice(0, atOnce / 2).map((id) => ({ size: 20, __service_row_id: id }));
      await service.call('POST', `${model}/predict`, asked);
      await Promise.all([tell(service, ids), tell(service, former)]);
      former = ids;
    }
  } catch {
    // It was killed.
  }
}

describeOnEachDatabase('truths that arrive while the service is killed', (suite) => {
  it('are there once each', async () => {
    const directory = makeDirectory();
    const { settings: records } = suite;
    const outside = {
      SIBYL_DATABASE_URL: 'url' in records ? records.url : '',
      SIBYL_MASTER_KEY: 'a master key for truths of this test',
    };
    const settings = records.kind === 'sqlite' ? {} : outside;
    let service = startProcess(directory, settings);
    const homes = Array.from({ length: 200 }, (_, x) => `${x % 50},${20 * (x % 50) + ((x * 37) % 90)}`);
    await service.call('POST', '/api/projects/default/tables?name=homes', `size,price\n${homes.join('\n')}\n`, csv);
    const created = { name: 'rent', target: 'price', from: { table: 'homes' }, options: { effort: 'quick' } };
    await service.call('POST', '/api/projects/default/models', created);
    await eventually(async () => expect((await service.call('GET', model)).body.status).toBe('complete'));
    await service.call('PUT', model, { monitor: {} });
    sent.clear();
    kept.clear();
    const known = async () => {
      const { truths } = (await service.call('GET', `${model}/monitor`)).body;
      return truths.joined + truths.waiting;
    };
    for (let kill = 0; kill < kills; kill += 1) {
      const telling = tellUntilKilled(service, kill);
      await wait(150 + 97 * (kill % 11));
      await service.end('SIGKILL');
      await telling;
      service = startProcess(directory, settings);
      const count = await known();
      expect(count).toBeGreaterThanOrEqual(kept.size);
      expect(count).toBeLessThanOrEqual(sent.size);
    }
    const all = [...sent];
    for (let start = 0; start < all.length; start += mostAtOnce)
      await tell(service, all.slice(start, start + mostAtOnce));
    expect(await known()).toBe(sent.size);
    expect(kept.size).toBeGreaterThan(atOnce);
    await service.end('SIGTERM');
  });
});
