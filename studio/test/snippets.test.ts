// @module-tag long
/** What the page "API" shows, run as it is shown. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Model } from '@sibyl/sdk';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { trainModel } from '../../server/test/acceptance/trained.ts';
import { clientFolder, makeEnvironment, providePython } from '../../server/test/python.ts';
import { startTestService, type TestService } from '../../server/test/service.ts';
import { makeDirectory } from '../../server/test/service-process.ts';
import { callsOf } from '../src/models/calls.ts';

const run = promisify(execFile);
const odd = `it's "odd" \\ né`;
let service: TestService;
let calls: ReturnType<typeof callsOf>;

beforeAll(async () => {
  service = await startTestService();
  const project = await service.project();
  const rows = Array.from({ length: 60 }, (_, row) => ({
    [odd]: row % 5,
    kind: `k${row % 2}:null`,
    price: 10 * (row % 5),
  }));
  await trainModel(service, project, 'prices', { target: 'price', from: { rows } });
  const model = { project, name: 'prices', target: 'price' } as Model;
  calls = callsOf(service.url.replace(/\/api$/, ''), model, { [odd]: 2, kind: 'k1:null' });
});
afterAll(() => service.stop());

it('curl', async () => {
  const { stdout } = await run('bash', ['-c', calls.curl]);
  expect(JSON.parse(stdout)[0].price).toBeCloseTo(20, -1);
});

it('TypeScript', async () => {
  const words = ['--input-type=module-typescript', '-e', calls.typescript];
  const { stdout } = await run(process.execPath, words, { cwd: join(import.meta.dirname, '..') });
  expect(Number(stdout.split(' ')[0])).toBeCloseTo(20, -1);
});

it('Python', async ({ skip }) => {
  const found = providePython();
  if ('missing' in found) return skip(found.missing);
  const python = makeEnvironment(join(makeDirectory(), 'venv'), [clientFolder]);
  const { stdout } = await run(python, ['-c', calls.python]);
  expect(stdout).toMatch(/^\{'prediction': (1\d|2\d)/);
});
