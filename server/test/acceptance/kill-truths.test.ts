// @module-tag long
/**
 * kill -9 while truths arrive: what was acknowledged is there after the next start, and nothing counts twice. The clock
 * is an hour ahead after each kill, so that some IDs are predicted in many windows; on PostgreSQL two nodes are killed.
 */

import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
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
const hourMs = 3_600_000;
const clock = pathToFileURL(`${import.meta.dirname}/../clock-ahead.js`).href;
/** Those that are predicted in each window. */
const regulars = Array.from({ length: 10 }, (_, place) => `regular-${place}`);

interface Told {
  id: string;
  predicted_at?: string;
}

/** By ID, and by window where an ID is predicted in several. */
const sent = new Map<string, Told>();
const kept = new Set<string>();
/** Windows in which all regulars were predicted and told. */
const toldIn = new Set<string>();
const begin = Math.ceil(Date.now() / hourMs) * hourMs;
/** The window of a kill. */
const windowOf = (kill: number) => new Date(begin + kill * hourMs).toISOString();

async function tell(service: ServiceProcess, truths: readonly Told[], keys: readonly string[]): Promise<number> {
  for (const [place, key] of keys.entries()) sent.set(key, sent.get(key) ?? truths[place]);
  const body = truths.map((truth) => ({ ...truth, price: 500 }));
  const { status } = await service.call('POST', `${model}/truths`, body);
  if (status === 200) for (const key of keys) kept.add(key);
  return status;
}

/** Tells of the newest prediction of each regular, which is of this window, and late of that of a window before. */
async function tellOfRegulars(service: ServiceProcess, kill: number): Promise<void> {
  const of = (window: string) => regulars.map((id) => ({ id, predicted_at: window }));
  const keys = (window: string) => regulars.map((id) => `${id}@${window}`);
  const [now, before] = [windowOf(kill), windowOf(Math.max(0, kill - 1 - (kill % 3)))];
  for (const [place, key] of keys(now).entries()) sent.set(key, of(now)[place]);
  const newest = regulars.map((id) => ({ id }));
  const tellNewest = async () => {
    if ((await tell(service, newest, keys(now))) === 200) toldIn.add(now);
  };
  await Promise.all([tellNewest(), tell(service, of(before), keys(before))]);
}

/**
 * Asks half of the rows and tells the truth of all, those of the round before again, until the service is gone. Every
 * other kill may come within the first round.
 */
async function tellUntilKilled(
  service: ServiceProcess,
  { kill, node, begun }: { kill: number; node: number; begun: () => void },
): Promise<void> {
  let former: Told[] = [];
  const idsOf = (truths: readonly Told[]) => truths.map(({ id }) => id);
  try {
    for (let round = 0; ; round += 1) {
      const truths = Array.from({ length: atOnce }, (_, place) => ({ id: `${kill}-${node}-${round}-${place}` }));
      const asked = [...idsOf(truths).slice(0, atOnce / 2), ...regulars];
      const rows = asked.map((id) => ({ size: 20, __service_row_id: id }));
      await service.call('POST', `${model}/predict`, rows);
      if (kill % 2 === 1) begun();
      await Promise.all([
        tell(service, truths, idsOf(truths)),
        tell(service, former, idsOf(former)),
        tellOfRegulars(service, kill),
      ]);
      begun();
      former = truths;
    }
  } catch {
    // It was killed.
  }
}

interface Known {
  truths: { joined: number; waiting: number };
  windows: { start: string; truths: number }[];
}

describeOnEachDatabase('truths that arrive while the service is killed', (suite) => {
  it('are there once each, each in its window', { timeout: 600_000 + 30_000 * kills }, async () => {
    const directories = suite.engine === 'sqlite' ? [makeDirectory()] : [makeDirectory(), makeDirectory()];
    const { settings: records } = suite;
    const outside = {
      SIBYL_DATABASE_URL: 'url' in records ? records.url : '',
      SIBYL_BLOBS_URL: pathToFileURL(makeDirectory()).href,
      SIBYL_MASTER_KEY: 'a master key for truths of this test',
    };
    const settings = records.kind === 'sqlite' ? {} : outside;
    const startAll = (kill: number) => {
      const ahead = String(begin + kill * hourMs + 60_000 - Date.now());
      const ticking = { NODE_OPTIONS: `--import ${clock}`, TEST_CLOCK_AHEAD_MS: ahead };
      return directories.map((directory) => startProcess(directory, { ...settings, ...ticking }));
    };
    let services = startAll(0);
    const [first] = services;
    const homes = Array.from({ length: 200 }, (_, x) => `${x % 50},${20 * (x % 50) + ((x * 37) % 90)}`);
    await first.call('POST', '/api/projects/default/tables?name=homes', `size,price\n${homes.join('\n')}\n`, csv);
    const created = { name: 'rent', target: 'price', from: { table: 'homes' }, options: { effort: 'quick' } };
    await first.call('POST', '/api/projects/default/models', created);
    await eventually(async () => expect((await first.call('GET', model)).body.status).toBe('complete'));
    await first.call('PUT', model, { monitor: { window: 'hour', sample_rows: 5000 } });
    sent.clear();
    kept.clear();
    toldIn.clear();
    const known = async () => (await services[0].call('GET', `${model}/monitor`)).body as Known;
    const countOf = ({ truths }: Known) => truths.joined + truths.waiting;
    let before: Known['windows'] = [];
    for (let kill = 0; kill < kills; kill += 1) {
      const starts = services.map(() => Promise.withResolvers<void>());
      const telling = services.map((service, node) =>
        tellUntilKilled(service, { kill, node, begun: starts[node].resolve }),
      );
      await Promise.all(starts.map(({ promise }) => promise));
      await wait(37 * (kill % 23));
      await Promise.all(services.map((service) => service.end('SIGKILL')));
      await Promise.all(telling);
      services = startAll(kill + 1);
      const now = await known();
      expect(countOf(now)).toBeGreaterThanOrEqual(kept.size);
      expect(countOf(now)).toBeLessThanOrEqual(sent.size);
      for (const { start, truths } of before)
        expect(now.windows.find((one) => one.start === start)?.truths, start).toBeGreaterThanOrEqual(truths);
      before = now.windows;
    }
    const all = [...sent];
    for (let start = 0; start < all.length; start += mostAtOnce) {
      const some = all.slice(start, start + mostAtOnce);
      await tell(
        services[0],
        some.map(([, truth]) => truth),
        some.map(([key]) => key),
      );
    }
    const last = await known();
    expect(countOf(last)).toBe(sent.size);
    expect(last.windows.reduce((sum, { truths }) => sum + truths, 0)).toBe(last.truths.joined);
    expect(kept.size).toBeGreaterThan(atOnce);
    expect(toldIn.size).toBeGreaterThanOrEqual(kills / 2);
    for (const window of toldIn) {
      const { truths = 0 } = last.windows.find(({ start }) => start === window) ?? {};
      expect(truths, window).toBeGreaterThanOrEqual(regulars.length);
    }
    await Promise.all(services.map((service) => service.end('SIGTERM')));
  });
});
