/**
 * The product as strangers have it: packed, installed in a folder of its own, and run by the machine's own Node.
 * @module-tag long
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, readlinkSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { eventually } from '../service-process.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../../..');
const row = [{ sqft: '823', location: 'good', neighborhood: 'downtown', days_on_market: '10' }];

let app: string;
let said: string;
/** Without variables of this repository, of npm, or of the user's settings. */
let environment: Record<string, string>;
beforeAll(async () => {
  app = mkdtempSync(join(tmpdir(), 'sibyl-packed-'));
  mkdirSync(join(app, 'home'));
  const path = process.env.PATH!.split(':').filter((folder) => !folder.includes('node_modules'));
  environment = { HOME: join(app, 'home'), PATH: path.join(':'), SIBYL_PORT: '0' };
  await run(process.execPath, ['scripts/pack.ts'], { cwd: root });
  writeFileSync(join(app, 'package.json'), '{"name": "app", "private": true}');
  // The words of the image, for which npm once looked on GitHub.
  const [words] = /npm install --prefix \/opt\/sibyl .*\.tgz/.exec(readFileSync(join(root, 'Dockerfile'), 'utf8'))!;
  const install = `${words.replace('/opt/sibyl', app)} --prefer-offline`;
  const { stdout, stderr } = await run('sh', ['-c', install], {
    cwd: root,
    env: { ...process.env, PATH: environment.PATH },
  });
  said = stdout + stderr;
});
afterAll(() => rmSync(app, { recursive: true, force: true, maxRetries: 20 }));

function sizeOf(pattern: string): number {
  const files = globSync(pattern, { cwd: app, withFileTypes: true }).filter((file) => file.isFile());
  return files.reduce((sum, file) => sum + statSync(join(file.parentPath, file.name)).size, 0);
}

function serve(settings: Record<string, string> = {}): { child: ChildProcess; address: Promise<string> } {
  const command = join(app, 'node_modules/.bin/sibyl');
  const child = spawn(command, ['serve'], { cwd: app, env: { ...environment, ...settings } });
  onTestFinished(() => void child.kill('SIGTERM'));
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      output += text;
      const address = /Sibyl listens on (\S+)/.exec(output)?.[1];
      if (address) resolve(address);
    });
  child.once('close', () => reject(new Error(output)));
  return { child, address: promise };
}

test('npm has nothing to warn of, and what it installs beside Node is small', () => {
  expect(said).not.toMatch(/EBADENGINE|deprecated/);
  expect(sizeOf('node_modules/**/*') - sizeOf('node_modules/node-*/**/*')).toBeLessThan(150e6);
  expect(globSync('node_modules/@duckdb/node-bindings-*', { cwd: app })).toHaveLength(1);
  expect(globSync('node_modules/{vitest,typescript,rolldown}', { cwd: app })).toEqual([]);
  expect(readFileSync(join(app, 'node_modules/sibyl/THIRD-PARTY.txt'), 'utf8')).toContain('Permission is hereby');
});

test('it starts, keeps its data with the user, trains its sample and predicts, and ends when it is told to', async () => {
  const { child, address } = serve();
  const url = await address;
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  expect(await (await fetch(`${url}/health/live`)).json()).toEqual({ status: 'ok', version });
  const { stdout } = await run(join(app, 'node_modules/.bin/sibyl'), ['--version'], { env: environment });
  expect(stdout.trim()).toBe(version);
  expect(statSync(join(app, 'home/.local/share/sibyl/sibyl.db')).size).toBeGreaterThan(0);
  const model = `${url}/api/projects/default/models/home_rentals_model`;
  await eventually(async () => expect(await (await fetch(model)).json()).toMatchObject({ status: 'complete' }));
  const body = JSON.stringify(row);
  const answer = await fetch(`${model}/predict`, { method: 'POST', headers, body });
  expect(await answer.json()).toMatchObject([{ rental_price: expect.any(Number) }]);
  expect(await (await fetch(`${url}/docs/js/scalar.js`)).text()).toContain('createApiReference');
  const question = JSON.stringify({ messages: [{ question: 'Which neighborhood is the most expensive?' }] });
  const asked = await fetch(`${url}/api/projects/default/agents/assistant/completions`, {
    method: 'POST',
    headers,
    body: question,
  });
  expect(asked.status).toBe(200);
  child.kill('SIGTERM');
  expect(await new Promise((resolve) => child.once('close', resolve))).toBe(0);
});

test("the machine's Node is used where it is new enough, and no process is left when the command is killed", async () => {
  const data = { SIBYL_DATA_DIR: join(app, 'data'), SIBYL_SAMPLE: '0' };
  const old = serve(data);
  await old.address;
  old.child.kill('SIGKILL');
  await new Promise((resolve) => old.child.once('exit', resolve));
  const PATH = `${dirname(process.execPath)}:${environment.PATH}`;
  const { child } = await eventually(async () => {
    const next = serve({ ...data, PATH });
    await next.address;
    return next;
  });
  expect(readlinkSync(`/proc/${child.pid}/exe`)).toBe(process.execPath);
});

const headers = { 'content-type': 'application/json' };
