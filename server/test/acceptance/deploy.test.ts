/** Files for operators (Docker, systemd), each checked by its own program if that is installed. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, matchesGlob } from 'node:path';
import { load } from 'js-yaml';
import { expect, onTestFinished, test } from 'vitest';
import { settings } from '../../src/config.ts';

const root = join(import.meta.dirname, '../../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const hasEngine = spawnSync('docker', ['info'], { stdio: 'ignore' }).status === 0;
const hasSystemd = spawnSync('systemd-analyze', ['--version'], { stdio: 'ignore' }).status === 0;

test('the linter has nothing to say of the Dockerfile, and what it runs is not root', () => {
  const linter = join(root, 'node_modules/.bin/dockerfilelint');
  const { totalIssues, files } = JSON.parse(
    execFileSync(linter, ['--json', join(root, 'Dockerfile')], { encoding: 'utf8' }),
  );
  expect([totalIssues, files[0].issues]).toEqual([0, []]);
  const [, , last] = read('Dockerfile').split(/^FROM /m);
  expect(last).toMatch(/^USER node$/m);
  expect(last).not.toMatch(/npm |apt-get/);
});

test('images run the Node that the clone brings', () => {
  const { devDependencies } = JSON.parse(read('package.json'));
  const bases = [...read('Dockerfile').matchAll(/^FROM node:([\d.]+)/gm)].map(([, version]) => version);
  expect(bases).toEqual([devDependencies.node, devDependencies.node]);
});

test('no secret of an operator goes into the image: what builds it leaves out every file that may hold one', () => {
  const ignored = read('.dockerignore').split('\n');
  for (const name of ['.env', 'deploy/.env', 'deploy/.env.production', 'data/master.key', 'tls/key.pem'])
    expect([name, ignored.some((pattern) => pattern !== '' && matchesGlob(name, pattern))]).toEqual([name, true]);
  expect(ignored.some((pattern) => matchesGlob('deploy/example.env', pattern))).toBe(false);
});

test('compose and the unit set what is a setting, and give no rights that are not needed', () => {
  const { services } = load(read('compose.yaml')) as { services: { sibyl: Record<string, Record<string, string>> } };
  const known = Object.values(settings).map(({ variable }) => variable as string);
  const given = [...Object.keys(services.sibyl.environment), ...read('deploy/sibyl.service').match(/SIBYL_\w+/g)!];
  expect(given.filter((name) => !known.includes(name))).toEqual([]);
  expect(services.sibyl).toMatchObject({ read_only: true, cap_drop: ['ALL'], restart: 'unless-stopped' });
});

test.skipIf(!hasSystemd)('systemd reads the unit without a complaint', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sibyl-unit-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'sibyl.service');
  // The program is not installed here.
  writeFileSync(file, read('deploy/sibyl.service').replace(/^ExecStart=\S+/m, 'ExecStart=/bin/true'));
  const { status, stdout, stderr } = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' });
  expect([status, stdout + stderr]).toEqual([0, '']);
});

test.skipIf(!hasEngine)('the image is built, starts with a read-only root, and answers', () => {
  const docker = (...words: string[]) => execFileSync('docker', words, { cwd: root, encoding: 'utf8' }).trim();
  docker('build', '--quiet', '--tag', 'sibyl:test', '.');
  const volume = docker('volume', 'create');
  onTestFinished(() => void docker('volume', 'rm', '--force', volume));
  const options = ['--read-only', '--tmpfs', '/tmp', '--volume', `${volume}:/data`];
  expect(docker('run', '--rm', ...options, 'sibyl:test', 'keys', 'create', '--role', 'admin')).toMatch(/^sib_/);
  const container = docker('run', '--detach', ...options, 'sibyl:test');
  onTestFinished(() => void docker('rm', '--force', '--volumes', container));
  const ask = "fetch('http://127.0.0.1:4747/health/live').then((r) => r.text()).then(console.log)";
  const answer = spawnSync(
    'sh',
    ['-c', `for i in $(seq 60); do docker exec ${container} node -e "${ask}" && exit; sleep 1; done; exit 1`],
    { encoding: 'utf8' },
  );
  expect(answer.stdout).toContain('"status":"ok"');
});
