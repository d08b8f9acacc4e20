import { afterAll, beforeAll, expect, test } from 'vitest';
import { generateHomeRentals } from '../../src/operations/sample/home-rentals.ts';
import { startTestService, type TestService } from '../service.ts';
import { homes, trainModel, untilEnded } from './trained.ts';

let service: TestService;
let project: string;

beforeAll(async () => {
  service = await startTestService({ SIBYL_TRAININGS_AT_ONCE: '1' });
  project = await service.project();
  const many = JSON.stringify(generateHomeRentals(20_000, 2));
  await service.call('POST', `${path('tables')}?name=many`, many, { 'content-type': 'application/json' });
  await trainModel(service, project, 'rent');
});
afterAll(() => service.stop());

const target = 'rental_price';
/** Training on this table takes long enough to be interrupted. */
const slow = { from: { table: 'many' } };
const quick = { from: { rows: homes }, options: { effort: 'quick' } };
const asked = [{ sqft: 823, location: 'good' }];

function path(rest: string): string {
  return `/projects/${project}/${rest}`;
}

function post(rest: string, body?: unknown, headers?: Record<string, string>) {
  return service.call('POST', path(rest), body, headers);
}

function untilTraining(name: string) {
  return service.until(path(`models/${name}`), ({ body }) => body.status === 'training');
}

test('a created model is there at once, trains by itself and then answers', async () => {
  const created = await post('models', { model: { name: 'first', predict: target, ...quick } });
  expect(created.status).toBe(201);
  expect(created.headers.get('location')).toBe(`/api/projects/${project}/models/first`);
  expect(created.body).toMatchObject({ project, version: 1, active: false, active_version: null, target, error: null });
  expect(['queued', 'training']).toContain(created.body.status);
  const { body } = await untilEnded(service, project, 'first');
  expect(body).toMatchObject({
    status: 'complete',
    active: true,
    active_version: 1,
    task: 'regression',
    row_count: 80,
  });
  expect(body).toMatchObject({ source: { rows: 80 }, progress: null, started_at: expect.any(String) });
});

test('a version in training leaves the active one answering, until it is done or taken back', async () => {
  await trainModel(service, project, 'steady', { target, ...quick });
  const before = await post('models/steady/predict', asked);
  const started = await post('models/steady/retrain', slow);
  expect([started.status, started.body.version, started.body.active_version]).toEqual([202, 2, 1]);
  expect(started.headers.get('location')).toBe(`/api/projects/${project}/models/steady.2`);
  await untilTraining('steady');
  const meanwhile = await post('models/steady/predict', asked);
  const pinned = await post('models/steady.2/predict', asked);
  const again = await post('models/steady/retrain');
  const stream = service.call('GET', path('models/steady/events'));
  const taken = await post('models/steady/cancel');
  expect([meanwhile.status, meanwhile.text]).toEqual([200, before.text]);
  expect(pinned.body).toMatchObject({ status: 409, code: 'model_not_ready', model_status: 'training' });
  expect(again.body).toMatchObject({ status: 409, code: 'wrong_state' });
  expect(taken.body).toMatchObject({ version: 2, status: 'cancelled', active_version: 1, progress: null });
  expect((await stream).text.match(/^event: .*/gm)?.at(-1)).toBe('event: cancelled');
  const shown = { version: 1, status: 'complete', active: true, accuracy: expect.any(Number) };
  expect((await service.call('GET', path('models/steady'))).body).toMatchObject(shown);
  expect((await service.call('GET', path('models?name=steady&status=complete'))).body).toMatchObject([shown]);
  expect((await service.call('GET', path('models/steady/versions'))).body).toMatchObject([{ version: 2 }, shown]);
  expect((await post('models/steady/cancel')).body.detail).toContain('Version 1 is complete');
});

test('a cancelled training makes room for the next', { tags: 'long' }, async () => {
  await post('models', { name: 'cancelled', target, ...slow });
  await untilTraining('cancelled');
  await post('models', { name: 'waiting', target, ...quick });
  const waiting = await service.call('GET', path('models/waiting'));
  const cancelled = await post('models/cancelled/cancel');
  const twice = await post('models/cancelled/cancel');
  const answer = await post('models/cancelled/predict', asked);
  expect([waiting.body.status, cancelled.body.status]).toEqual(['queued', 'cancelled']);
  expect(twice.body).toMatchObject({ status: 409, code: 'wrong_state' });
  expect(answer.body).toMatchObject({ status: 409, code: 'model_not_ready', model_status: 'cancelled' });
  expect((await untilEnded(service, project, 'waiting')).body.status).toBe('complete');
  expect((await service.call('GET', path('models/cancelled'))).body.status).toBe('cancelled');
});

test('a queued training is taken back before it began', async () => {
  await post('models', { name: 'holding', target, ...slow });
  await post('models', { name: 'queued', target, ...quick });
  const taken = await post('models/queued/cancel');
  await service.call('DELETE', path('models/holding'));
  expect(taken.body).toMatchObject({ status: 'cancelled', started_at: null });
});

test('versions are listed, switched and deleted, but not the one that answers', { tags: 'long' }, async () => {
  await trainModel(service, project, 'versions', { target, ...quick });
  const first = await post('models/versions/predict', asked);
  await post('models/versions/retrain', { from: { rows: homes.slice(0, 60) } });
  await untilEnded(service, project, 'versions');
  const second = await post('models/versions/predict', asked);
  const switched = await service.call('PUT', path('models/versions'), { active_version: 1 });
  const back = await post('models/versions/predict', asked);
  const { body: versions } = await service.call('GET', path('models/versions/versions'));
  expect(switched.body).toMatchObject({ version: 2, active: false, active_version: 1 });
  expect(back.text).toBe(first.text);
  expect(second.text).not.toBe(first.text);
  expect((await post('models/versions.2/predict', asked)).text).toBe(second.text);
  expect(versions.map(({ version, active }: Record<string, unknown>) => [version, active])).toEqual([
    [2, false],
    [1, true],
  ]);
  expect((await service.call('DELETE', path('models/versions.1'))).body.code).toBe('wrong_state');
  expect((await service.call('DELETE', path('models/versions'))).status).toBe(204);
  expect((await post('models/versions.2/predict', asked)).body.code).toBe('model_not_found');
});

test('only a complete version can be made the active one', async () => {
  await trainModel(service, project, 'broken', { target: 'b', from: { sql: 'SELECT 1 AS a, 2 AS b' } });
  const answer = await service.call('PUT', path('models/broken'), { active_version: 1 });
  expect(answer.body).toMatchObject({ status: 409, code: 'wrong_state' });
});

test('a deleted table is missed by the next training only', async () => {
  await service.call('POST', `${path('tables')}?name=gone`, JSON.stringify(homes), {
    'content-type': 'application/json',
  });
  await trainModel(service, project, 'orphan', { target, from: { table: 'gone' } });
  await service.call('DELETE', path('tables/gone'));
  expect((await post('models/orphan/predict', asked)).status).toBe(200);
  expect((await post('models/orphan/retrain')).body).toMatchObject({ status: 404, code: 'table_not_found' });
});

test('events tell a training to its end', async () => {
  await post('models', { name: 'watched', target, ...quick });
  const stream = await service.call('GET', path('models/watched/events'), undefined, { accept: 'text/event-stream' });
  const events = stream.text
    .trimEnd()
    .split('\n\n')
    .filter((one) => one.startsWith('event: '));
  const [name, data] = events[events.length - 1].split('\n');
  expect(stream.headers.get('content-type')).toMatch(/^text\/event-stream\b/);
  expect(name).toBe('event: complete');
  expect(JSON.parse(data.slice('data: '.length))).toEqual((await service.call('GET', path('models/watched'))).body);
});

test('of many creations of one name one is done', async () => {
  const body = { name: 'wanted', target, ...quick };
  const answers = await Promise.all(Array.from({ length: 6 }, () => post('models', body)));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
  expect(answers.find(({ status }) => status === 409)?.body.code).toBe('name_taken');
});

test('a repeated Idempotency-Key gets the first answer, another body is refused', async () => {
  const key = { 'idempotency-key': 'create-once', 'content-type': 'application/json' };
  const first = await post('models', JSON.stringify({ name: 'once', target, ...quick }), key);
  const second = await post('models', JSON.stringify({ name: 'once', target, ...quick }), key);
  const other = await post('models', JSON.stringify({ name: 'twice', target, ...quick }), key);
  expect([first.status, second.status, second.text]).toEqual([201, 201, first.text]);
  expect(second.headers.get('idempotent-replayed')).toBe('true');
  expect(second.headers.get('location')).toBe(first.headers.get('location'));
  expect(other.body).toMatchObject({ status: 422, code: 'idempotency_key_reused' });
});

test('many at once under one Idempotency-Key do the work once', { tags: 'long' }, async () => {
  const headers = { 'idempotency-key': 'retrain-once', 'content-type': 'application/json' };
  await trainModel(service, project, 'once_more', { target, ...quick });
  const answers = await Promise.all(Array.from({ length: 8 }, () => post('models/once_more/retrain', '{}', headers)));
  const done = answers.filter(({ status }) => status === 202);
  const early = answers.filter(({ status }) => status !== 202);
  expect(new Set(done.map(({ text }) => text)).size).toBe(1);
  for (const { body } of early) expect(body).toMatchObject({ status: 409, code: 'request_in_progress' });
  expect((await service.call('GET', path('models/once_more/versions'))).body).toHaveLength(2);
});

test('who has a record already is told so, who has an old one may not change it', async () => {
  const read = await service.call('GET', path('models/rent'));
  const etag = read.headers.get('etag') ?? '';
  const known = await service.call('GET', path('models/rent'), undefined, { 'if-none-match': etag });
  const stale = { 'if-match': 'W/"older"', 'content-type': 'application/json' };
  const change = await service.call('PUT', path('models/rent'), '{"active_version":1}', stale);
  const deletion = await service.call('DELETE', path('models/rent'), undefined, { 'if-match': 'W/"older"' });
  const fresh = await service.call('PUT', path('models/rent'), { active_version: 1 }, { 'if-match': etag });
  expect([known.status, known.text]).toEqual([304, '']);
  expect([change.body.code, deletion.body.code]).toEqual(['stale_record', 'stale_record']);
  expect(fresh.status).toBe(200);
});

test('a record is made even for who would take none that is there', async () => {
  const answer = await service.call('POST', '/projects', { name: 'always' }, { 'if-none-match': '*' });
  expect([answer.status, answer.body.name]).toEqual([201, 'always']);
});

test('lists page, filter and sort', async () => {
  const names = ['list_b', 'list_C', 'list_a'];
  for (const name of names) await service.call('POST', '/projects', { name });
  const paged: string[] = [];
  for (let next: string | undefined = '/v1/api/projects?search=LIST_&sort=name&limit=1'; next; ) {
    const page = await service.call('GET', next);
    paged.push(...page.body.map(({ name }: { name: string }) => name));
    next = page.headers.get('link')?.match(/^<(.+)>; rel="next"$/)?.[1];
  }
  const newest = await service.call('GET', '/projects?search=list_&sort=-created_at');
  const one = await service.call('GET', '/projects?name=list_a');
  expect(paged).toEqual(names.toSorted());
  expect(newest.body.map(({ name }: { name: string }) => name)).toEqual(names.toReversed());
  expect(one.body.map(({ name }: { name: string }) => name)).toEqual(['list_a']);
  expect((await service.call('GET', path('models?status=failed&name=rent'))).body).toEqual([]);
});

test('classes are answered with probabilities, no bounds, and a verdict on the truth', { tags: 'long' }, async () => {
  const rows = homes.map(({ rental_price, ...home }) => ({ ...home, dear: rental_price > 3000 ? 'yes' : 'no' }));
  await trainModel(service, project, 'classes', { target: 'dear', from: { rows } });
  const { body } = await post('models/classes/predict', [asked[0], { ...asked[0], dear: 'perhaps' }]);
  const always = await post('models/classes/predict', { data: asked, params: { threshold: 0 } });
  expect(body[0]).toMatchObject({ dear_min: null, dear_max: null, dear_anomaly: null });
  expect(body[0].dear_probabilities.yes + body[0].dear_probabilities.no).toBeCloseTo(1, 6);
  expect(body[1]).toMatchObject({ dear_original: 'perhaps', dear_anomaly: true, dear: body[0].dear });
  expect(always.body[0].dear).toBe('yes');
  const matrix = await service.call('GET', path('models/classes/describe?attribute=confusion_matrix'));
  expect(matrix.body.map(Object.keys)).toEqual(Array(4).fill(['truth', 'predicted', 'count', 'share']));
});

test('a request of more than 100,000 rows is refused with the figure', async () => {
  const { body } = await post('models/rent/predict', Array(100_001).fill({}));
  expect(body).toMatchObject({ status: 413, code: 'too_many_rows', limit: 100_000 });
});

test('another project does not see the model', async () => {
  const other = await service.project();
  const model = await service.call('GET', path('models/rent'));
  const byId = await service.call('GET', `/projects/${other}/models/${model.body.id}`);
  expect([byId.status, byId.body.code]).toEqual([404, 'model_not_found']);
});

test('a project that holds something is deleted with all of it, or not at all', { tags: 'long' }, async () => {
  const doomed = await service.project();
  await trainModel(service, doomed, 'rent', { target, ...quick });
  const refused = await service.call('DELETE', `/projects/${doomed}`);
  const deleted = await service.call('DELETE', `/projects/${doomed}?cascade=true`);
  const answer = await service.call('POST', `/projects/${doomed}/models/rent/predict`, asked);
  expect(refused.body).toMatchObject({ status: 409, code: 'project_not_empty' });
  expect(refused.body.detail).toContain('model rent');
  expect([deleted.status, answer.body.code]).toEqual([204, 'project_not_found']);
});

test('a renamed project answers under its new name alone', { tags: 'long' }, async () => {
  const old = await service.project();
  await trainModel(service, old, 'rent', { target, ...quick });
  await service.call('POST', `/projects/${old}/models/rent/predict`, asked);
  await service.call('PUT', `/projects/${old}`, { name: `${old}_new` });
  const before = await service.call('POST', `/projects/${old}/models/rent/predict`, asked);
  const after = await service.call('POST', `/projects/${old}_new/models/rent/predict`, asked);
  expect([before.status, before.body.code, after.status]).toEqual([404, 'project_not_found', 200]);
});
