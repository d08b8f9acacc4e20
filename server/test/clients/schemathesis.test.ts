// @module-tag long
/** A fuzzer that reads the OpenAPI document, from outside, on a service with a key and a record of every kind. */
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { provideEnvironment, providePython } from '../python.ts';
import { copySample } from '../sample.ts';
import { makeDirectory, startProcess } from '../service-process.ts';
import { type Seeded, seed } from './schemathesis/seed.ts';

const document = join(import.meta.dirname, '../../../openapi.json');
const hooks = join(import.meta.dirname, 'schemathesis');
const found = providePython();

/** The phase `coverage` takes three times as long as both of these. A stream that never ends is left out. */
const bounds = [
  ...['--phases', 'examples,fuzzing', '--max-examples', '4', '--seed', '1', '--no-shrink', '--continue-on-failure'],
  ...['--request-timeout', '30', '--exclude-operation-id', 'streamConversation', '--generation-allow-x00', 'false'],
  ...['--generation-with-security-parameters', 'false', '--generation-database', 'none', '--no-color'],
];

it.skipIf('missing' in found)('Schemathesis finds nothing, and 9 of 10 operations succeed', async () => {
  const settings = {
    SIBYL_SAMPLE: '1',
    // Most trainings are ended by the next request: those that wait have cost nothing.
    SIBYL_TRAININGS_AT_ONCE: '1',
    SIBYL_OUTGOING_ALLOWED: '127.0.0.1',
    SIBYL_PUBLIC_URL: 'http://127.0.0.1:4747',
  };
  const service = startProcess(await copySample(makeDirectory()), settings);
  const { code, output, answers } = await fuzz(await seed(service));
  const operations = Object.values<Record<string, { operationId: string }>>(
    JSON.parse(readFileSync(document, 'utf8')).paths,
  ).flatMap((methods) => Object.values(methods).map(({ operationId }) => operationId));
  const succeeded = new Set(answers.filter(([, status]) => status.startsWith('2')).map(([operation]) => operation));
  const never = operations.filter((operation) => !succeeded.has(operation));
  expect(code, output).toBe(0);
  expect(answers.length).toBeGreaterThan(5 * operations.length);
  expect(never.length, `${never}`).toBeLessThanOrEqual(operations.length / 10);
});

interface Fuzzed {
  code: number | null;
  output: string;
  /** The operation and the status of every request. */
  answers: [operation: string, status: string][];
}

/** Runs the program; anything that it finds ends it with another code than 0. */
async function fuzz(seeded: Seeded): Promise<Fuzzed> {
  const python = provideEnvironment('sibyl-schemathesis', ['schemathesis==4.32.5']);
  const folder = makeDirectory();
  const [seeds, counts] = [join(folder, 'seeds.json'), join(folder, 'counts')];
  writeFileSync(seeds, JSON.stringify(seeded));
  const words = ['run', document, '--url', seeded.url, '-H', `Authorization: Bearer ${seeded.key}`, ...bounds];
  const env = { ...process.env, SCHEMATHESIS_HOOKS: 'hooks', PYTHONPATH: hooks };
  const options = {
    cwd: folder,
    env: { ...env, SIBYL_SEEDED: seeds, SIBYL_COUNTS: counts, PYTHONDONTWRITEBYTECODE: '1' },
  };
  let output = '';
  const child = spawn(join(dirname(python), 'schemathesis'), words, options);
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  const lines = readFileSync(counts, 'utf8').trim().split('\n');
  return { code, output, answers: lines.map((line) => line.split(' ') as [string, string]) };
}
