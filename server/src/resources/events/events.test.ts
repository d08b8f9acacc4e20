import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openEventStream } from '../../../test/event-stream.ts';
import { inRecords } from '../../../test/in-records.ts';
import { startTestService, type TestService } from '../../../test/service.ts';
import { makeDirectory, type ServiceProcess, startProcess } from '../../../test/service-process.ts';

const csv = { 'content-type': 'text/csv' };

describe('events', () => {
  let service: TestService;
  let made = 0;

  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service.stop());

  async function makeTables(project: string, count: number): Promise<void> {
    for (let index = 0; index < count; index++) {
      made += 1;
      const path = `/projects/${project}/tables?name=table_${made}`;
      expect((await service.call('POST', path, 'rooms,price\n1,100\n', csv)).status).toBe(201);
    }
  }

  async function follow(path: string, headers: Record<string, string> = {}) {
    const stream = await openEventStream(service.url + path, headers);
    onTestFinished(() => stream.close());
    return stream;
  }

  const list = async (path: string) => (await service.call('GET', path)).body;

  it('tells what happened in the form of CloudEvents, in order', async () => {
    const project = await service.project();
    await makeTables(project, 1);
    const [{ id }] = await list(`/projects/${project}/tables`);
    await service.call('DELETE', `/projects/${project}/tables/${id}`);
    const events = await list(`/projects/${project}/events`);
    expect(events.map((event: { type: string; sequence: number }) => [event.sequence, event.type])).toEqual([
      [1, 'sibyl.project.created'],
      [2, 'sibyl.table.created'],
      [3, 'sibyl.table.deleted'],
    ]);
    expect(events[1]).toMatchObject({
      specversion: '1.0',
      subject: `tables/${id}`,
      datacontenttype: 'application/json',
    });
    expect(events[1].source).toMatch(/^\/api\/projects\/prj_/);
    expect((await service.call('GET', events[1].source)).body.name).toBe(project);
  });

  it('never shows what stands in a table', async () => {
    const project = await service.project();
    await service.call('POST', `/projects/${project}/tables?name=people`, 'name,age\nZaphod,42\nFord,41\n', csv);
    expect((await service.call('GET', `/projects/${project}/events`)).text).not.toContain('Zaphod');
  });

  it('filters by type, record and time, and pages both ways', async () => {
    const project = await service.project();
    await makeTables(project, 4);
    const path = `/projects/${project}/events`;
    const all = await list(path);
    expect(await list(`${path}?type=sibyl.table.*`)).toEqual(all.slice(1));
    expect(await list(`${path}?subject=${all[2].subject}`)).toEqual([all[2]]);
    expect(await list(`${path}?since=${all[3].time}&type=sibyl.table.created`)).toContainEqual(all[4]);
    const page = await service.call('GET', `${path}?limit=2`);
    expect(page.body).toEqual(all.slice(0, 2));
    const next = /<(.+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1];
    expect(await list(next ?? '')).toEqual(all.slice(2, 4));
    expect(await list(`${path}?sort=-sequence&limit=1`)).toEqual(all.slice(-1));
  });

  it.each([
    ['type=sibyl.nothing.made', '?type'],
    ['cursor=x', '?cursor'],
    ['since=yesterday', '?since'],
    ['until=2026-13-01T00:00:00Z', '?until'],
    ['limit=0', '?limit'],
  ])('refuses ?%s', async (query, pointer) => {
    const answer = await service.call('GET', `/projects/default/events?${query}`);
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input', errors: [{ pointer }] } });
  });

  it('streams what happens from now on', async () => {
    const project = await service.project();
    const stream = await follow(`/projects/${project}/events`);
    await makeTables(project, 2);
    const events = await stream.until(2);
    expect(events.map(({ id, event, data }) => [id, event, data.sequence])).toEqual([
      ['2', 'sibyl.table.created', 2],
      ['3', 'sibyl.table.created', 3],
    ]);
  });

  it('goes on behind Last-Event-ID without a gap, while events are written', async () => {
    const project = await service.project();
    const writing = makeTables(project, 12);
    const seen: string[] = [];
    while (seen.length < 13) {
      const stream = await follow(`/projects/${project}/events`, { 'last-event-id': seen.at(-1) ?? '0' });
      const events = await stream.until(Math.min(3, 13 - seen.length));
      seen.push(...events.map(({ id }) => id));
      stream.close();
    }
    await writing;
    expect(seen).toEqual(Array.from({ length: 13 }, (_, index) => String(index + 1)));
  });

  it('streams only the types asked for, from the beginning when told so', async () => {
    const project = await service.project();
    await makeTables(project, 1);
    const stream = await follow(`/projects/${project}/events?type=sibyl.table.*&cursor=0`);
    await makeTables(project, 1);
    expect((await stream.until(2)).map(({ event }) => event)).toEqual(['sibyl.table.created', 'sibyl.table.created']);
  });

  it('says so when what a reader has not seen is no longer there, or never was', async () => {
    const project = await service.project();
    const answer = await openEventStream(`${service.url}/projects/${project}/events`, { 'last-event-id': '99' });
    expect(answer.status).toBe(410);
    const listed = await service.call('GET', `/projects/${project}/events?cursor=99`);
    expect(listed).toMatchObject({ status: 410, body: { code: 'events_gone', oldest: 1, last: 1 } });
  });

  it('says what is kept when the next event of a reader is older than that, to lists and streams alike', async () => {
    const project = await service.project();
    await makeTables(project, 4);
    const [{ source }] = await list(`/projects/${project}/events`);
    const removal = 'delete from events where stream_id = ? and sequence < 4';
    await inRecords(service, (database) => database.prepare(removal).run(source.split('/').at(-1)));
    const path = `/projects/${project}/events`;
    for (const accept of ['application/json', 'text/event-stream']) {
      const gone = await service.call('GET', `${path}?cursor=2`, undefined, { accept });
      expect(gone).toMatchObject({ status: 410, body: { code: 'events_gone', oldest: 4, last: 5 } });
    }
    const stream = await follow(path, { 'last-event-id': '3' });
    expect((await stream.until(2)).map(({ id }) => id)).toEqual(['4', '5']);
    expect((await list(path)).map(({ sequence }: { sequence: number }) => sequence)).toEqual([4, 5]);
  });

  it('ends a stream with its project', async () => {
    const project = await service.project();
    const stream = await follow(`/projects/${project}/events`);
    await service.call('DELETE', `/projects/${project}`);
    await stream.ended;
    const events = await list('/api/events?sort=-sequence&limit=1');
    expect(events).toMatchObject([{ type: 'sibyl.project.deleted', source: '/api', data: { name: project } }]);
  });
});

describe('events of a service with keys', () => {
  let service: TestService;
  let admin: Record<string, string>;

  beforeAll(async () => {
    service = await startTestService({ SIBYL_EVENT_LISTENERS: '2' });
    const { secret } = (await service.call('POST', '/api/keys', { name: 'admin', role: 'admin' })).body;
    admin = { authorization: `Bearer ${secret}` };
  });
  afterAll(() => service.stop());

  async function makeKey(name: string, key: object): Promise<{ id: string; secret: string }> {
    return (await service.call('POST', '/api/keys', { name, role: 'viewer', ...key }, admin)).body;
  }

  it('tell of keys without their secrets', async () => {
    const { id, secret } = await makeKey('told', {});
    const { body, text } = await service.call('GET', `/api/events?subject=keys/${id}`, undefined, admin);
    expect(body).toMatchObject([{ type: 'sibyl.key.created', data: { id, name: 'told', role: 'viewer' } }]);
    expect(text).not.toContain(secret);
  });

  it('end for a key that is revoked, and stay closed to a key of another project', async () => {
    const key = await makeKey('leaving', { projects: ['default'] });
    const own = { authorization: `Bearer ${key.secret}` };
    const stream = await openEventStream(`${service.url}/projects/default/events`, own);
    expect(stream.status).toBe(200);
    await service.call('POST', '/projects', { name: 'foreign' }, admin);
    expect((await openEventStream(`${service.url}/projects/foreign/events`, own)).status).toBe(404);
    expect((await openEventStream(`${service.url}/api/events`, own)).status).toBe(403);
    await service.call('DELETE', `/api/keys/${key.id}`, undefined, admin);
    await stream.ended;
  });

  it('are streamed to as many as the limit says', async () => {
    const url = `${service.url}/projects/default/events`;
    const streams = await Promise.all([openEventStream(url, admin), openEventStream(url, admin)]);
    onTestFinished(() => {
      for (const stream of streams) stream.close();
    });
    const refused = await service.call('GET', '/projects/default/events', undefined, {
      ...admin,
      accept: 'text/event-stream',
    });
    expect(refused).toMatchObject({ status: 503, body: { code: 'too_many_listeners' } });
    expect(refused.headers.get('retry-after')).not.toBeNull();
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    const both = { ...admin, accept: 'application/json, text/event-stream' };
    const told = await service.call('POST', '/mcp', message, both);
    expect(told).toMatchObject({ status: 503, body: { code: 'too_many_listeners' } });
  });
});

it('goes on behind Last-Event-ID without a gap across a restart of the service', async () => {
  const directory = makeDirectory();
  const first = startProcess(directory);
  const write = (service: ServiceProcess, text: string) =>
    service.call('PUT', '/projects/default', { description: text });
  const open = async (service: ServiceProcess, headers: Record<string, string>) =>
    openEventStream(`${await service.url}/projects/default/events`, headers);
  const before = await open(first, { 'last-event-id': '0' });
  for (const text of ['one', 'two', 'three']) await write(first, text);
  const seen = (await before.until(3)).map(({ id }) => Number(id));
  await first.end('SIGKILL');
  await before.ended;
  const second = startProcess(directory);
  await write(second, 'four');
  const after = await open(second, { 'last-event-id': String(seen.at(-1)) });
  await write(second, 'five');
  const { body } = await second.call('GET', '/projects/default/events');
  seen.push(...(await after.until(body.length - seen.length)).map(({ id }) => Number(id)));
  after.close();
  expect(seen).toEqual(body.map(({ sequence }: { sequence: number }) => sequence));
  expect(seen).toEqual(seen.map((_, index) => index + 1));
});
