import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../../test/service.ts';

const rows = Array.from({ length: 60 }, (_, index) => ({
  rooms: index % 5,
  city: ['Oslo', 'Bergen', 'Hamar'][index % 3],
  price: 1000 + 300 * (index % 5) + 50 * (index % 3) + (index % 7),
}));
const file = { 'content-type': 'application/octet-stream' };

/** Recorded from the libraries: engine/test/import/record_predictions.py. */
const libraryFiles = join(import.meta.dirname, '../../../../engine/test/import/models');
const readLibraryFile = (name: string) => readFileSync(join(libraryFiles, name), 'utf8');
const recorded: { rows: Record<string, unknown>[]; predictions: Record<string, number[]> } = JSON.parse(
  readLibraryFile('predictions.json'),
);

describe('model files', () => {
  let service: TestService;
  let models: string;

  beforeAll(async () => {
    service = await startTestService();
    models = `/projects/${await service.project()}/models`;
    await service.call('POST', models, { name: 'rent', target: 'price', from: { rows }, options: { effort: 'quick' } });
    const trained = await service.until(`${models}/rent`, ({ body }) => !['queued', 'training'].includes(body.status));
    expect(trained.body).toMatchObject({ status: 'complete', error: null });
  });
  afterAll(() => service.stop());

  async function exportedBytes(): Promise<Uint8Array> {
    const answer = await fetch(`${service.url}${models}/rent/export`);
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="rent.1.safetensors"');
    return new Uint8Array(await answer.arrayBuffer());
  }

  it('say nothing of rows: what was imported is trained again only from a source that is given', async () => {
    await service.call('POST', `${models}/import?name=again`, await exportedBytes(), file);
    const refused = await service.call('POST', `${models}/again/retrain`, {});
    expect(refused).toMatchObject({ status: 409, body: { code: 'wrong_state' } });
    expect(refused.body.detail).toContain('`from`');
    expect((await service.call('POST', `${models}/again/retrain`, { from: { rows } })).status).toBe(202);
  });

  it('come in once an Idempotency-Key, by their bytes', async () => {
    const bytes = await exportedBytes();
    const send = (body: Uint8Array) =>
      service.call('POST', `${models}/import?name=once`, body, { ...file, 'idempotency-key': 'once' });
    const [first, again] = [await send(bytes), await send(bytes)];
    expect([first.status, again.status, again.body.id]).toEqual([201, 201, first.body.id]);
    expect(await send(bytes.slice(1))).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } });
  });

  it('come out and in again, and predict the same', async () => {
    const imported = await service.call('POST', `${models}/import?name=copy`, await exportedBytes(), file);
    expect(imported).toMatchObject({ status: 201, body: { name: 'copy', status: 'complete', active_version: 1 } });
    const ask = (name: string) => service.call('POST', `${models}/${name}/predict`, [{ rooms: 3, city: 'Oslo' }]);
    expect((await ask('copy')).text).toBe((await ask('rent')).text);
    expect((await service.call('GET', `${models}/copy/describe`)).body).toEqual(
      (await service.call('GET', `${models}/rent/describe`)).body,
    );
  });

  it('that were damaged where they are kept are named, and nothing else is affected', async () => {
    await service.call('POST', `${models}/import?name=damaged`, await exportedBytes(), file);
    const folder = join(service.directory, 'blobs/models');
    const newest = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort((one, other) => statSync(one).mtimeMs - statSync(other).mtimeMs)
      .at(-1)!;
    const bytes = readFileSync(newest);
    bytes[bytes.length - 3] ^= 1;
    writeFileSync(newest, bytes);
    const ask = (name: string) => service.call('POST', `${models}/${name}/predict`, [{ rooms: 3, city: 'Oslo' }]);
    expect(await ask('damaged')).toMatchObject({ status: 500, body: { code: 'model_damaged' } });
    expect((await ask('rent')).status).toBe(200);
  });

  it('are refused when damaged, cut short or no model at all', async () => {
    const bytes = await exportedBytes();
    const damaged = bytes.slice();
    damaged[damaged.length - 3] ^= 1;
    for (const hostile of [damaged, bytes.slice(0, 100), new Uint8Array(8).fill(255), new TextEncoder().encode('{}')]) {
      const answer = await service.call('POST', `${models}/import?name=bad`, hostile, file);
      expect(answer).toMatchObject({ status: 400, body: { code: 'unreadable_file' } });
    }
    expect((await service.call('GET', `${models}/bad`)).status).toBe(404);
  });

  it('are taken under a free name', async () => {
    const bytes = await exportedBytes();
    const table = { 'content-type': 'text/csv' };
    const wrongType = await service.call('POST', `${models}/import?name=x`, bytes, table);
    expect(wrongType.body.code).toBe('unsupported_media_type');
    const stray = await service.call('POST', `${models}/import?name=x&target=y`, bytes, file);
    expect(stray.body.errors).toMatchObject([{ pointer: '?target', code: 'not_allowed' }]);
    expect((await service.call('POST', `${models}/import?name=rent`, bytes, file)).body.code).toBe('name_taken');
    expect((await service.call('POST', `${models}/import`, bytes, file)).body.code).toBe('invalid_input');
    expect((await service.call('GET', `/projects/default/models/rent/export`)).body.code).toBe('model_not_found');
  });
});

describe('files of other libraries', () => {
  let service: TestService;
  let models: string;

  beforeAll(async () => {
    service = await startTestService();
    models = `/projects/${await service.project()}/models`;
  });
  afterAll(() => service.stop());

  const row = recorded.rows[3];
  function send(query: string, name: string, headers = file) {
    return service.call('POST', `${models}/import?${query}`, readLibraryFile(name), headers);
  }

  it('predict what the library predicts, without bounds or confidence', async () => {
    const name = 'xgboost-reg-squarederror-number.json';
    const { status, body } = await send('name=rent&target=price', name, { 'content-type': 'application/json' });
    expect(status).toBe(201);
    expect(body).toMatchObject({ status: 'complete', target: 'price', accuracy: null, inputs: Object.keys(row) });
    const answer = await service.call('POST', `${models}/rent/predict`, [{ ...row, price: 1e9 }]);
    expect(answer.body[0].price).toBeCloseTo(recorded.predictions[name][3], 6);
    expect(answer.body[0]).toMatchObject({ price_min: null, price_max: null, price_confidence: null, ...row });
    expect(answer.body[0]).toMatchObject({ price_original: 1e9, price_anomaly: null });
  });

  it('give classes and features the names that are asked for', async () => {
    const query = 'name=three&target=grade_of&features=a,b,c,d&classes=low,middle,high';
    const { body } = await send(query, 'lightgbm-multiclass-three.txt', { 'content-type': 'text/plain' });
    expect(body).toMatchObject({ task: 'multiclass', inputs: ['a', 'b', 'c', 'd'] });
    const answer = await service.call('POST', `${models}/three/predict`, [{ a: 3, b: 'red', grade_of: 'low' }]);
    expect(answer.body[0]).toMatchObject({ grade_of: 'high', grade_of_confidence: null, grade_of_anomaly: null });
    const described = await service.call('GET', `${models}/three/describe?attribute=plan`);
    expect(described.body[0]).toMatchObject({ imported: { library: 'LightGBM', trees: 9 } });
  });

  it.each([
    ['predict', (at: string) => service.call('POST', `${at}/predict`, [row])],
    ['predict a file', (at: string) => service.call('POST', `${at}/predict`, 'a\n1\n', { 'content-type': 'text/csv' })],
    ['export', (at: string) => service.call('GET', `${at}/export`)],
  ])('%s says that the model is gone when its file was deleted after its record was read', async (what, ask) => {
    const name = `gone_${what.replaceAll(' ', '_')}`;
    const { body } = await send(`name=${name}&target=y`, 'xgboost-reg-squarederror-number.json');
    rmSync(join(service.directory, 'blobs/models', body.id), { recursive: true });
    expect(await ask(`${models}/${name}`)).toMatchObject({ status: 404, body: { code: 'model_not_found' } });
  });

  it('go out as our own file and come in again', async () => {
    await send('name=two&target=y', 'xgboost-binary-logistic-two.json');
    const exported = new Uint8Array(await (await fetch(`${service.url}${models}/two/export`)).arrayBuffer());
    await service.call('POST', `${models}/import?name=copy`, exported, file);
    const ask = (name: string) =>
      service.call('POST', `${models}/${name}/predict`, { data: row, params: { explain: true } });
    const [first, second] = [await ask('two'), await ask('copy')];
    expect([first.status, first.text]).toEqual([200, second.text]);
  });

  it('are read by a process of their own when they are large, to the same end', async () => {
    const name = 'xgboost-reg-squarederror-number.json';
    const pad = (text: string) => text + ' '.repeat(300_000);
    const post = (query: string, text: string) => service.call('POST', `${models}/import?${query}`, text, file);
    await send('name=small&target=price', name);
    expect((await post('name=large&target=price', pad(readLibraryFile(name)))).status).toBe(201);
    const ask = (model: string) => service.call('POST', `${models}/${model}/predict`, [row]);
    expect((await ask('large')).text).toBe((await ask('small')).text);
    expect((await post('name=none', pad(readLibraryFile(name)))).body.errors).toMatchObject([{ pointer: '?target' }]);
    expect((await post('name=none&target=y', pad('{'))).body).toMatchObject({ status: 400, code: 'unreadable_file' });
    expect((await post('name=large&target=price', pad(readLibraryFile(name)))).body.code).toBe('name_taken');
  });

  it('are refused with a reason', async () => {
    const unnamed = await send('name=x', 'xgboost-reg-gamma-positive.json');
    expect(unnamed.body.errors).toMatchObject([{ pointer: '?target', code: 'required' }]);
    const few = await send('name=x&target=y&features=a', 'xgboost-reg-gamma-positive.json');
    expect(few.body).toMatchObject({ status: 400, code: 'unreadable_file' });
    for (const hostile of [
      '{"learner":{}}',
      '{',
      'tree',
      'tree\nTree=0\nnum_leaves=1e9',
      `{"learner":${'['.repeat(1e6)}`,
    ]) {
      const answer = await service.call('POST', `${models}/import?name=x&target=y`, hostile, file);
      expect(answer.body).toMatchObject({ status: 400, code: 'unreadable_file' });
    }
    expect((await service.call('GET', `${models}/x`)).status).toBe(404);
  });
});
