import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../test/service.ts';

const rows = Array.from({ length: 60 }, (_, index) => ({
  rooms: index % 5,
  city: ['Oslo', 'Bergen', 'Hamar'][index % 3],
  price: 1000 + 300 * (index % 5) + 50 * (index % 3) + (index % 7),
}));
const file = { 'content-type': 'application/octet-stream' };

describe('model files', () => {
  let service: TestService;
  let models: string;

  beforeAll(async () => {
    service = await startTestService();
    models = `/projects/${await service.project()}/models`;
    await service.call('POST', models, { name: 'rent', target: 'price', from: { rows } });
    const trained = await service.until(`${models}/rent`, ({ body }) => !['queued', 'training'].includes(body.status));
    expect(trained.body).toMatchObject({ status: 'complete', error: null });
  });
  afterAll(() => service.stop());

  async function exportedBytes(): Promise<Uint8Array> {
    const answer = await fetch(`${service.url}${models}/rent/export`);
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="rent.1.safetensors"');
    return new Uint8Array(await answer.arrayBuffer());
  }

  it('come out and in again, and predict the same', async () => {
    const imported = await service.call('POST', `${models}/import?name=copy`, await exportedBytes(), file);
    expect(imported).toMatchObject({ status: 201, body: { name: 'copy', status: 'complete', active_version: 1 } });
    const ask = (name: string) => service.call('POST', `${models}/${name}/predict`, [{ rooms: 3, city: 'Oslo' }]);
    expect((await ask('copy')).text).toBe((await ask('rent')).text);
    expect((await service.call('GET', `${models}/copy/describe`)).body).toEqual(
      (await service.call('GET', `${models}/rent/describe`)).body,
    );
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

  it('are taken as octet streams only, under a free name', async () => {
    const bytes = await exportedBytes();
    expect((await service.call('POST', `${models}/import?name=x`, { a: 1 })).body.code).toBe('unsupported_media_type');
    expect((await service.call('POST', `${models}/import?name=rent`, bytes, file)).body.code).toBe('name_taken');
    expect((await service.call('POST', `${models}/import`, bytes, file)).body.code).toBe('invalid_input');
    expect((await service.call('GET', `/projects/default/models/rent/export`)).body.code).toBe('model_not_found');
  });
});
