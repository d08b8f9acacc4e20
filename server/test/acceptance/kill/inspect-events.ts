import { expect } from 'vitest';
import type { LoopbackServer } from '../../loopback.ts';
import { eventually, type ServiceProcess } from '../../service-process.ts';
import { inspectRecordEvents } from './records.ts';
import type { World } from './writers.ts';

const project = '/projects/default';

interface EventRecord {
  id: string;
  sequence: number;
  type: string;
  subject: string;
  data: { name: string; version: number };
}

async function read(service: ServiceProcess, path: string) {
  const answer = await service.call('GET', path);
  expect(answer.status, `${path}: ${answer.text}`).toBe(200);
  return answer.body;
}

async function readEvents(service: ServiceProcess): Promise<EventRecord[]> {
  const events: EventRecord[] = [];
  for (let page: EventRecord[] = []; ; events.push(...page)) {
    page = await read(service, `${project}/events?limit=1000&cursor=${events.at(-1)?.sequence ?? 0}`);
    if (page.length === 0) return events;
  }
}

/** Every event exists once and in order, and together they explain the state of each record. */
export async function inspectEvents(service: ServiceProcess, world: World): Promise<void> {
  const events = await readEvents(service);
  expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, index) => index + 1));
  expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
  const bySubject = Map.groupBy(events, (event) => event.subject);
  await inspectTableEvents(service, bySubject);
  await inspectModelEvents(service, bySubject);
  inspectRecordEvents(events, world);
}

async function inspectTableEvents(service: ServiceProcess, bySubject: Map<string, EventRecord[]>): Promise<void> {
  const tables: { id: string }[] = await read(service, `${project}/tables`);
  const there = new Set(tables.map(({ id }) => `tables/${id}`));
  for (const subject of there) expect(typesOf(bySubject, subject), subject).toMatch(/^created(?: appended)*$/);
  for (const subject of bySubject.keys())
    if (subject.startsWith('tables/') && !there.has(subject))
      expect(typesOf(bySubject, subject), subject).toMatch(/^created(?: appended)* deleted$/);
}

function typesOf(bySubject: Map<string, EventRecord[]>, subject: string): string {
  return (bySubject.get(subject) ?? []).map(({ type }) => type.split('.').at(-1)).join(' ');
}

async function inspectModelEvents(service: ServiceProcess, bySubject: Map<string, EventRecord[]>): Promise<void> {
  const models: { id: string; name: string; active_version: number }[] = await read(service, `${project}/models`);
  for (const { id, name, active_version } of models) {
    const told = bySubject.get(`models/${id}`) ?? [];
    const versions: { version: number }[] = await read(service, `${project}/models/${name}/versions`);
    for (const { version } of versions) {
      const ofVersion = told.filter(({ type, data }) => data.version === version && !/activated|progress/.test(type));
      const types = ofVersion.map(({ type }) => type.split('.').at(-1)).join(' ');
      // A training that was interrupted starts again.
      expect(types, `${name}.${version}`).toMatch(/^queued(?: started)+ completed$/);
    }
    expect(told.findLast(({ type }) => type.endsWith('activated'))?.data.version, name).toBe(active_version);
  }
}

/** The receiver got every event since the webhook was created at least once. */
export async function inspectDeliveries(
  service: ServiceProcess,
  receiver: LoopbackServer,
  since: number,
): Promise<void> {
  await eventually(async () => {
    const events = (await readEvents(service)).filter(({ sequence }) => sequence > since);
    const received = new Set(receiver.requests.map(({ headers }) => headers['webhook-id']));
    expect(events.filter(({ id }) => !received.has(id)).map(({ sequence }) => sequence)).toEqual([]);
  });
}

/** Creates a webhook for all events. Returns the number of the last event before it. */
export async function addWebhook(service: ServiceProcess, receiver: LoopbackServer): Promise<number> {
  const answer = await service.call('POST', `${project}/webhooks`, { name: 'all', url: receiver.url });
  expect(answer.status, answer.text).toBe(201);
  return (await readEvents(service)).at(-1)?.sequence ?? 0;
}
