import { expect, it, onTestFinished } from 'vitest';
import { startTestService } from '../../../../test/service.ts';

const rows = Array.from({ length: 60 }, (_, index) => ({ rooms: index % 5, price: 300 * (index % 5) + (index % 7) }));
const mostBytes = 8 * 1024 * 1024;

it('models in memory take no more than SIBYL_MODEL_MEMORY_BYTES, and all of them answer', async () => {
  const service = await startTestService({ SIBYL_MODEL_MEMORY_BYTES: String(mostBytes) });
  onTestFinished(() => service.stop());
  const models = `/projects/${await service.project()}/models`;
  await service.call('POST', models, { name: 'm0', target: 'price', from: { rows }, options: { effort: 'quick' } });
  await service.until(`${models}/m0`, ({ body }) => body.status === 'complete');
  const file = await (await fetch(`${service.url}/api${models}/m0/export`)).arrayBuffer();
  const count = Math.ceil(mostBytes / file.byteLength) + 2;
  const headers = { 'content-type': 'application/octet-stream' };
  for (let model = 1; model < count; model += 1)
    await fetch(`${service.url}/api${models}/import?name=m${model}`, { method: 'POST', headers, body: file });
  for (let model = 0; model < 2 * count; model += 1) {
    const { status } = await service.call('POST', `${models}/m${model % count}/predict`, [{ rooms: 3 }]);
    expect(status).toBe(200);
  }
  const metrics = await (await fetch(`${service.url}/metrics`)).text();
  const figureOf = (name: string) => Number(new RegExp(`^${name} (.+)$`, 'm').exec(metrics)?.[1]);
  expect(figureOf('sibyl_models_in_memory_bytes')).toBeLessThanOrEqual(mostBytes);
  expect(figureOf('sibyl_models_in_memory')).toBeGreaterThan(0);
  expect(figureOf('sibyl_model_loads_total')).toBeGreaterThan(count);
});
