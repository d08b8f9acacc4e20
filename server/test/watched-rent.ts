/** A model of rents that is watched, with a service and a database of its own. */
import { afterAll, beforeAll, expect, vi } from 'vitest';
import type { DatabaseSuite } from './databases.ts';
import { startTestService, type TestService } from './service.ts';

const cities = ['Oslo', 'Bergen', 'Hamar'];
export const csv = { 'content-type': 'text/csv' };
let seed = 7;
function random(): number {
  seed = (seed * 16807) % 2147483647;
  return seed / 2147483647;
}

export function drawRow(shift = 0) {
  const [size, city] = [Math.round(40 + 100 * random()) + shift, cities[Math.floor(3 * random())]];
  return { size, city, price: 20 * size + 300 * cities.indexOf(city) + Math.round(200 * random()) };
}

export const inputsOf = ({ size, city }: ReturnType<typeof drawRow>) => ({ size, city });

export function textOf(rows: object[]): string {
  return [Object.keys(rows[0]), ...rows.map((row) => Object.values(row))].map((line) => line.join(',')).join('\n');
}

/** What tests of a watched model use; its fields exist once the first test runs. */
export interface WatchedRent {
  service: TestService;
  /** Addresses. */
  project: string;
  model: string;
  /** Sets the clock, and ends the windows of before. */
  at(moment: string): Promise<void>;
  predict(rows: object[]): Promise<Record<string, number>[]>;
  // biome-ignore lint/suspicious/noExplicitAny: any fields of the answer are compared
  monitor(query?: string): Promise<any>;
}

/**
 * Trains the model before the tests of a suite.
 * @param settings by which it is watched, from the begin of 2026 on; else a test begins to watch it
 */
export function trainRent(suite: DatabaseSuite, settings?: object): WatchedRent {
  const rent = {
    async predict(rows) {
      const answer = await rent.service.call('POST', `${rent.model}/predict`, rows);
      expect(answer.status, answer.text).toBe(200);
      return answer.body;
    },
    async at(moment) {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(moment) });
      await rent.monitor();
    },
    monitor: async (query = '') => (await rent.service.call('GET', `${rent.model}/monitor${query}`)).body,
  } as WatchedRent;
  beforeAll(async () => {
    const service = await startTestService({}, suite.settings);
    const project = `/projects/${await service.project()}`;
    Object.assign(rent, { service, project, model: `${project}/models/rent` });
    const rows = Array.from({ length: 500 }, () => drawRow());
    await service.call('POST', `${project}/tables?name=homes`, textOf(rows), csv);
    const body = { name: 'rent', target: 'price', from: { table: 'homes' }, options: { effort: 'quick' } };
    await service.call('POST', `${project}/models`, body);
    await service.until(rent.model, (answer) => answer.body.status === 'complete');
    if (!settings) return;
    await rent.at('2026-01-05T10:00:00Z');
    const watched = await service.call('PUT', rent.model, { monitor: settings });
    expect(watched.status, watched.text).toBe(200);
  });
  afterAll(async () => {
    vi.useRealTimers();
    await rent.service.stop();
  });
  return rent;
}
