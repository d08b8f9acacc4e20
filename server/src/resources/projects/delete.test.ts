import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startTestService, type TestService } from '../../../test/service.ts';
import { generateHomeRentals } from '../../operations/sample/home-rentals.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService({ SIBYL_TRAININGS_AT_ONCE: '1' });
});
afterAll(() => service.stop());

const json = { 'content-type': 'application/json' };
const files = () =>
  readdirSync(join(service.directory, 'blobs'), { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );

it('takes back running and queued trainings and leaves no file', { tags: 'long' }, async () => {
  const project = await service.project();
  const many = JSON.stringify(generateHomeRentals(20_000, 2));
  await service.call('POST', `/projects/${project}/tables?name=many`, many, json);
  const slow = { target: 'rental_price', from: { table: 'many' } };
  for (const name of ['running', 'queued'])
    await service.call('POST', `/projects/${project}/models`, { name, ...slow });
  await service.until(`/projects/${project}/models/running`, ({ body }) => body.status === 'training');

  expect((await service.call('DELETE', `/projects/${project}`)).body.code).toBe('project_not_empty');
  expect((await service.call('DELETE', `/projects/${project}?cascade=true&permanently=true`)).status).toBe(204);

  await vi.waitFor(() => expect(files()).toEqual([]), { timeout: 60_000 });
  // The only slot for trainings is free again.
  const other = await service.project();
  const rows = generateHomeRentals(60, 1);
  const next = { name: 'next', target: 'rental_price', from: { rows }, options: { effort: 'quick' } };
  await service.call('POST', `/projects/${other}/models`, next);
  await service.until(`/projects/${other}/models/next`, ({ body }) => body.status === 'complete');
});
