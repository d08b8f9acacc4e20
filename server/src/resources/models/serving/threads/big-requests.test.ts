import { rmSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestService } from '../../../../../test/service.ts';
import { shareTestService } from '../../../../../test/shared-service.ts';

const rows = Array.from({ length: 60 }, (_, index) => ({
  rooms: index % 5,
  city: ['Oslo', 'Bergen', 'Hamar'][index % 3],
  price: 1000 + 300 * (index % 5) + 50 * (index % 3) + (index % 7),
}));

describe('big predict requests', () => {
  let service: TestService;
  let models: string;

  beforeAll(async () => {
    service = await shareTestService();
    models = `/projects/${await service.project()}/models`;
    await service.call('POST', models, { name: 'rent', target: 'price', from: { rows }, options: { effort: 'quick' } });
    await service.until(`${models}/rent`, ({ body }) => body.status === 'complete');
  });
  afterAll(() => service.stop());

  const asked = Array.from({ length: 20_000 }, (_, index) => ({ rooms: index % 5, city: rows[index % 60].city }));
  const predict = (body: unknown, headers?: Record<string, string>) =>
    service.call('POST', `${models}/rent/predict`, body, { 'content-type': 'application/json', ...headers });

  it('are answered in a thread as small ones are on the main thread, byte for byte', async () => {
    const big = await predict(asked);
    expect([big.status, big.body.length]).toEqual([200, asked.length]);
    const small: string[] = [];
    for (let start = 0; start < asked.length; start += 1000)
      small.push((await predict(asked.slice(start, start + 1000))).text.slice(1, -1));
    expect(big.text).toBe(`[${small.join(',')}]`);
    expect(big.headers.get('content-length')).toBe(String(Buffer.byteLength(big.text)));
  });

  it('come as lines where those are wanted', async () => {
    const lines = await predict(asked.slice(0, 5000), { accept: 'application/x-ndjson' });
    const array = await predict(asked.slice(0, 5000));
    expect(lines.text.endsWith('}\n')).toBe(true);
    expect(`[${lines.text.trimEnd().replaceAll('\n', ',')}]`).toBe(array.text);
  });

  it.each([
    ['many short rows', Array(5000).fill({}), 5000],
    ['many explained rows', { data: asked.slice(0, 50), params: { explain: true } }, 50],
  ])('are found by what they cost: %s', async (_name, body, count) => {
    const answer = await predict(body);
    expect([answer.status, answer.body.length]).toEqual([200, count]);
  });

  it('are refused like small ones, with all that a problem tells', async () => {
    const bad = await predict([...asked, { rooms: 'many' }]);
    const cell = { pointer: '/20000/rooms', code: 'wrong_type', detail: 'must be a number, got "many"' };
    expect(bad.body).toMatchObject({ status: 400, code: 'invalid_input', errors: [cell] });
    const broken = await predict(JSON.stringify(asked).slice(0, -1));
    expect(broken.body).toMatchObject({ status: 400, code: 'invalid_json', line: 1 });
    const many = await predict(Array(100_001).fill({}));
    expect(many.body).toMatchObject({ status: 413, code: 'too_many_rows', limit: 100_000 });
    const shape = await predict({ data: asked, param: {} });
    expect(shape.body).toMatchObject({ status: 400, code: 'invalid_input', errors: [{ pointer: '/param' }] });
    const nowhere = await service.call('POST', `${models}/none/predict`, asked);
    expect(nowhere.body).toMatchObject({ status: 404, code: 'model_not_found' });
  });

  it('are refused when they are no UTF-8, and answered as a table where that is wanted', async () => {
    const send = (body: Uint8Array<ArrayBuffer>, headers = {}) =>
      fetch(`${service.url}/api${models}/rent/predict`, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json', ...headers },
      });
    const bytes = new TextEncoder().encode(JSON.stringify(asked));
    const broken = await send(bytes.with(bytes.length - 30, 0xff));
    expect(await broken.json()).toMatchObject({
      status: 400,
      code: 'invalid_json',
      detail: expect.stringContaining('UTF-8'),
    });
    const table = await (await send(bytes, { accept: 'text/csv' })).text();
    expect(table.trimEnd().split('\n')).toHaveLength(asked.length + 1);
    const shape = await predict({ data: asked, param: {} }, { accept: 'text/csv' });
    expect(shape.body).toMatchObject({ status: 400, code: 'invalid_input', errors: [{ pointer: '/param' }] });
    const nowhere = await service.call('POST', `${models}/none/predict`, asked, { accept: 'text/csv' });
    expect(nowhere.body).toMatchObject({ status: 404, code: 'model_not_found' });
  });

  it('leave the next one a thread when their client goes away', async () => {
    const whole = JSON.stringify(asked);
    for (let turn = 0; turn < 5; turn += 1) await sendAndLeave(`${service.url}${models}/rent/predict`, whole);
    const answer = await predict(asked);
    expect([answer.status, answer.body.length]).toEqual([200, asked.length]);
  });

  it('say that the model is gone when it was deleted before a thread had it', async () => {
    const body = { name: 'short_lived', target: 'price', from: { rows }, options: { effort: 'quick' } };
    await service.call('POST', models, body);
    const { id } = (await service.until(`${models}/short_lived`, ({ body }) => body.status === 'complete')).body;
    await service.call('POST', `${models}/short_lived/predict`, [{ rooms: 1 }]); // in memory now
    rmSync(join(service.directory, 'blobs/models', id), { recursive: true }); // what its deletion does last
    const late = await service.call('POST', `${models}/short_lived/predict`, asked);
    expect(late.body).toMatchObject({ status: 404, code: 'model_not_found' });
  });

  it('answer by the version that is active', async () => {
    const before = await predict(asked);
    const dearer = rows.map((row) => ({ ...row, price: row.price + 10_000 }));
    await service.call('POST', `${models}/rent/retrain`, { from: { rows: dearer } });
    await service.until(`${models}/rent`, ({ body }) => body.version === 2 && body.status === 'complete');
    const after = await predict(asked);
    expect(after.body[0].price - before.body[0].price).toBeGreaterThan(9000);
  });
});

/** Sends a whole request and disconnects without waiting for the response. */
function sendAndLeave(url: string, body: string): Promise<void> {
  return new Promise((resolve) => {
    const sent = request(url, { method: 'POST', headers: { 'content-type': 'application/json' } });
    sent.on('error', () => {});
    sent.on('close', () => resolve());
    sent.end(body, () => sent.destroy());
  });
}
