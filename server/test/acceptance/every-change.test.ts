/**
 * Every operation that changes something is told and audited, and nothing that users entrust is repeated on the way.
 *
 * @module-tag long
 */
import { expect, test } from 'vitest';
import { eventTypes } from '../../src/platform/journal/types.ts';
import { alarmCauses } from '../../src/resources/models/monitoring/causes.ts';
import { eventually } from '../service-process.ts';
import { causeFailures } from './every-change/failures.ts';
import { canary, changes, endings, type Step } from './every-change/steps.ts';
import { changingOperations, openWorld, project, type World } from './every-change/world.ts';

test('the walk takes every operation that may change something', () => {
  expect([...changes, ...endings].map(({ operation }) => operation).sort()).toEqual(
    changingOperations.map(({ id }) => id).sort(),
  );
});

test('every change writes an event and an entry in the audit, and none shows a secret or a row', async () => {
  const world = await openWorld();
  for (const step of changes) await take(step, world);
  await causeFailures(world);
  const told = await world.told();
  const written = await collectWritten(world);
  for (const [place, text] of Object.entries(written)) expect(text, place).toMatch(sign[place]);
  for (const words of [canary, ...secretsOf(world)])
    for (const [place, text] of Object.entries(written)) expect(excerptWith(words, text), place).toBeUndefined();
  for (const step of endings) {
    await take(step, world);
    told.push(...(await world.told()));
  }
  // Alarms need windows of hours; the tests of monitoring raise them.
  const alarms = alarmCauses.map((cause) => `sibyl.model.${cause}`);
  const types = new Set([...alarms, ...told.map(({ type }) => type)]);
  expect(Object.keys(eventTypes).filter((type) => !types.has(type))).toEqual([]);
});

/** Calls the operation and waits for what it must leave behind. */
async function take({ operation, after, call, tells, unaudited }: Step, world: World): Promise<void> {
  await after?.(world);
  const before = new Set((await world.told()).map(({ id }) => id));
  const answer = await world.call(operation, await call(world));
  expect(answer.status, `${operation}: ${answer.text}`).toBeLessThan(300);
  const requestId = String(answer.headers.get('x-request-id'));
  await eventually(async () => {
    const types = (await world.told()).filter(({ id }) => !before.has(id)).map(({ type }) => type);
    if (typeof tells === 'string') expect(types, operation).toContain(`sibyl.${tells}`);
    const expected = unaudited === undefined ? [expect.objectContaining({ outcome: 'done' })] : [];
    expect(await entriesOf(world, requestId), operation).toEqual(expected);
  });
}

async function entriesOf({ ask }: World, requestId: string) {
  const { body } = await ask('GET', '/api/audit');
  return body.filter(({ request_id }: { request_id: string }) => request_id === requestId);
}

/** Something that stands in each text, so that none is empty by mistake. */
const sign: Record<string, RegExp> = {
  events: /model\.completed/,
  serviceEvents: /key\.rotated/,
  audit: /keys\.create/,
  metrics: /sibyl_/,
  deliveries: /agent\.answered/,
  log: /answered/,
};

/** All that the service writes of what happens: nobody who reads it may learn what was entrusted. */
async function collectWritten({ ask, service, receiver }: World): Promise<Record<string, string>> {
  const lines = { accept: 'application/x-ndjson' };
  const texts = await Promise.all([
    ask('GET', `/api/projects/${project}/events`),
    ask('GET', '/api/events'),
    ask('GET', '/api/audit', undefined, lines),
    ask('GET', '/metrics'),
  ]);
  const [events, serviceEvents, audit, metrics] = texts.map(({ text }) => text);
  const deliveries = receiver.requests.filter(({ path }) => !/^\/(replies|oauth)/.test(path)).map(({ body }) => body);
  const { out, error } = service.output;
  return { events, serviceEvents, audit, metrics, deliveries: deliveries.join('\n'), log: out + error };
}

/** Every secret that the service itself made and answered. */
function secretsOf({ answers }: World): string[] {
  return [...answers.values()].flatMap(({ body }) =>
    [body?.secret, body?.token].filter((one) => typeof one === 'string'),
  );
}

function excerptWith(words: string, text: string): string | undefined {
  const at = text.indexOf(words);
  return at === -1 ? undefined : text.slice(Math.max(0, at - 300), at + 100);
}
