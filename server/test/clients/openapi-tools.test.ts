// @module-tag long
/** The OpenAPI document in the hands of others: linters, and generators of clients against a real service. */
import { execFile, execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { provideEnvironment, providePython } from '../python.ts';
import { copySample } from '../sample.ts';
import { makeDirectory, startProcess } from '../service-process.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../../..');
const document = join(root, 'openapi.json');
const own = join(import.meta.dirname, 'openapi-tools');

/** Installed once, beside what `npm install` brings: 300 packages that nothing else needs. */
const tools = join(root, 'node_modules/.cache/sibyl-openapi-tools');

function provideTools(): void {
  const wanted = readFileSync(join(own, 'package.json'), 'utf8');
  const complete = join(tools, 'complete');
  if (existsSync(complete) && readFileSync(complete, 'utf8') === wanted) return;
  mkdirSync(tools, { recursive: true });
  cpSync(own, tools, { recursive: true, force: true });
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts'], { cwd: tools, stdio: 'pipe' });
  writeFileSync(complete, wanted);
}

/** A service with the sample model and a key. */
async function startWithKey(): Promise<{ url: string; key: string }> {
  const service = startProcess(await copySample(makeDirectory()), { SIBYL_SAMPLE: '1' });
  const url = await service.url;
  const { body } = await service.call('POST', '/api/keys', { name: 'admin', role: 'admin' });
  return { url, key: body.secret };
}

const tool = (name: string, ...words: string[]) =>
  run(join(tools, 'node_modules/.bin', name), words, { cwd: tools, maxBuffer: 1e8 }).catch(({ stdout, stderr }) => ({
    stdout: String(stdout),
    stderr: String(stderr),
  }));

describe('the OpenAPI document', () => {
  beforeAll(provideTools);

  it('has no warning of Redocly or Spectral', async () => {
    const redocly = await tool('redocly', 'lint', document, '--format', 'json');
    expect(JSON.parse(redocly.stdout).problems.map((one: { message: string }) => one.message)).toEqual([]);
    const spectral = await tool('spectral', 'lint', document, '--format', 'json', '--quiet');
    expect(JSON.parse(spectral.stdout || '[]')).toEqual([]);
  });

  it('gives a TypeScript client by Hey API that compiles and predicts', async () => {
    const folder = join(makeDirectory(), 'client');
    await tool('openapi-ts', '-i', document, '-o', folder, '-c', '@hey-api/client-fetch');
    const settings = ['--strict', '--noEmit', '--module', 'esnext', '--moduleResolution', 'bundler'];
    const lib = ['--target', 'es2022', '--lib', 'es2023,dom,dom.iterable'];
    const compiled = await tool('tsc', ...settings, ...lib, join(folder, 'index.ts'));
    expect(compiled.stdout).toBe('');
    const { url, key } = await startWithKey();
    const bundle = join(folder, 'bundle.mjs');
    const { rolldown } = await import('rolldown');
    await (await rolldown({ input: join(folder, 'index.ts'), logLevel: 'silent' })).write({
      file: bundle,
      format: 'esm',
    });
    const { predict, listProjects } = await import(bundle);
    const common = { baseUrl: url, headers: { authorization: `Bearer ${key}` }, throwOnError: true };
    expect((await listProjects(common)).data.map(({ name }: { name: string }) => name)).toContain('default');
    const { data } = await predict({
      ...common,
      path: { projectName: 'default', modelName: 'home_rentals_model' },
      body: [{ sqft: 823, location: 'good' }],
    });
    expect(data[0].rental_price).toBeGreaterThan(1000);
  });
});

const found = providePython();

describe.skipIf('missing' in found)('the OpenAPI document, from Python', () => {
  let python = '';
  beforeAll(() => {
    python = provideEnvironment('sibyl-openapi-python', ['openapi-python-client==0.29.1']);
  });

  it('gives a client by openapi-python-client that predicts', async () => {
    const folder = makeDirectory();
    const words = [
      '-m',
      'openapi_python_client',
      'generate',
      '--path',
      document,
      '--output-path',
      join(folder, 'made'),
    ];
    const { stdout } = await run(python, [...words, '--meta', 'none'], { cwd: folder });
    expect(stdout).not.toContain('Unable to process schema');
    const { url, key } = await startWithKey();
    const program = join(own, 'generated_client.py');
    const answer = await run(python, [program, url, key], {
      env: { ...process.env, PYTHONPATH: folder },
    });
    expect(answer.stdout).toBe('done\n');
  });
});
