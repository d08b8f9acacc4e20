import { afterAll, beforeAll, expect, it } from 'vitest';
import { inRecords } from '../../../test/in-records.ts';
import { startTestService, type TestService } from '../../../test/service.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const csv = { 'content-type': 'text/csv' };
const send = (path: string, body: unknown, key: string, headers = {}) =>
  service.call('POST', path, body, { ...headers, 'idempotency-key': key });

/** Deletes the stored answer, as a crash between commit and response would have. */
function loseAnswer(key: string, made: string): Promise<unknown> {
  const sql = "update idempotency_keys set answer = ? where key like '%' || ?";
  return inRecords(service, (database) => database.prepare(sql).run(JSON.stringify({ made }), key));
}

it('writes down what was made before it writes down the answer', async () => {
  await inRecords(service, (database) => database.exec('create table noted (answer text)'));
  const trigger =
    'create trigger note after update on idempotency_keys begin insert into noted values (new.answer); end';
  await inRecords(service, (database) => database.exec(trigger));
  const { body } = await send('/projects', { name: 'watched' }, 'watched');
  const [first] = await inRecords(service, (database) => database.prepare('select answer from noted').all());
  await inRecords(service, (database) => database.exec('drop trigger note; drop table noted'));
  expect(JSON.parse(String(first.answer))).toEqual({ made: `/api/projects/${body.id}` });
});

it('answers with the record as it is when a crash took the answer', async () => {
  const first = await send('/projects', { name: 'crashed' }, 'crashed');
  await loseAnswer('crashed', `/api/projects/${first.body.id}`);
  const again = await send('/projects', { name: 'crashed' }, 'crashed');
  expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([201, 'true']);
  expect(again.body).toEqual(first.body);
});

/** Leaves the key as a request of another node does that claimed it so many seconds ago and has no answer. */
function leaveClaim(key: string, secondsAgo: number): Promise<unknown> {
  const sql = "update idempotency_keys set answer = null, claimant = 'other', renewed_at = ? where key like '%' || ?";
  const time = new Date(Date.now() - secondsAgo * 1000).toISOString();
  return inRecords(service, (database) => database.prepare(sql).run(time, key));
}

it('waits for a node that lives, and carries out what a dead one left', async () => {
  const first = await send('/projects', { name: 'left' }, 'left');
  await service.call('DELETE', '/projects/left');
  await leaveClaim('left', 50);
  expect(await send('/projects', { name: 'left' }, 'left')).toMatchObject({
    status: 409,
    body: { code: 'request_in_progress' },
  });
  await leaveClaim('left', 61);
  const others = await send('/projects', { name: 'other' }, 'left');
  expect(others.body.code).toBe('idempotency_key_reused');
  const [again, twice] = await Promise.all([1, 2].map(() => send('/projects', { name: 'left' }, 'left')));
  const made = [again, twice].filter(({ status }) => status === 201);
  expect(made.length).toBeGreaterThan(0);
  expect(made[0].body.id).not.toBe(first.body.id);
  expect((await send('/projects', { name: 'left' }, 'left')).body.id).toBe(made[0].body.id);
});

it('undoes what a node does that woke up after its key was taken over', async () => {
  await inRecords(service, (database) =>
    database.exec(
      "create trigger taken after insert on projects begin update idempotency_keys set claimant = 'other' where answer is null; end",
    ),
  );
  const late = await send('/projects', { name: 'late' }, 'late');
  await inRecords(service, (database) => database.exec('drop trigger taken'));
  expect(late).toMatchObject({ status: 409, body: { code: 'request_in_progress' } });
  expect((await service.call('GET', '/projects/late')).status).toBe(404);
});

it('says so when the record is gone by then', async () => {
  const first = await send('/projects', { name: 'gone' }, 'gone');
  await loseAnswer('gone', `/api/projects/${first.body.id}`);
  await service.call('DELETE', '/projects/gone');
  const again = await send('/projects', { name: 'gone' }, 'gone');
  expect(again).toMatchObject({ status: 409, body: { code: 'answer_lost' } });
});

it('notes the address of what a transaction made', async () => {
  const project = await service.project();
  const path = `/projects/${project}/tables?name=homes`;
  const first = await send(path, 'a,b\n1,2\n', 'table', csv);
  await loseAnswer('table', `/api/projects/${project}/tables/${first.body.id}`);
  const again = await send(path, 'a,b\n1,2\n', 'table', csv);
  expect(again).toMatchObject({ status: 201, body: { id: first.body.id } });
  expect((await service.call('GET', `/projects/${project}/tables`)).body).toHaveLength(1);
});

it('tells files apart by their bytes, of one length too, in a body and in a form', async () => {
  const project = await service.project();
  const path = `/projects/${project}/tables?name=homes`;
  expect((await send(path, 'a,b\n1,2\n', 'file', csv)).status).toBe(201);
  expect((await send(path, 'a,b\n1,2\n', 'file', csv)).headers.get('idempotent-replayed')).toBe('true');
  expect((await send(path, 'a,b\n1,3\n', 'file', csv)).body.code).toBe('idempotency_key_reused');
  const form = (text: string) => {
    const data = new FormData();
    data.append('name', 'formed');
    data.append('file', new Blob([text]), 'a.csv');
    return data;
  };
  const formPath = `/projects/${project}/tables`;
  expect((await send(formPath, form('a,b\n1,2\n'), 'form')).status).toBe(201);
  expect((await send(formPath, form('a,b\n1,2\n'), 'form')).headers.get('idempotent-replayed')).toBe('true');
  expect((await send(formPath, form('a,b\n2,2\n'), 'form')).body.code).toBe('idempotency_key_reused');
});
