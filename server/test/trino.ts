/** A real Trino for tests: its server and two connectors from Maven Central, in a folder and on a free port. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from './free-port.ts';

const version = '476';
const root = join(import.meta.dirname, '../..');
const home = join(root, `node_modules/.cache/sibyl-trino-${version}`);
/** The least Java that this version runs on. */
const leastJava = 24;

export interface Trino {
  url: string;
  stop(): Promise<void>;
}

/** Finds Java and finds or fetches the server. Returns why it is missing, if so. Under CI it must exist. */
export function missingTrino(): string | undefined {
  if (process.env.SIBYL_TEST_TRINO_URL) return undefined;
  const missing = findJava() === undefined ? `Java ${leastJava} or newer is not installed` : fetchServer();
  if (missing !== undefined && process.env.CI) throw new Error(`Under CI Trino is tested too. ${missing}`);
  return missing;
}

function findJava(): string | undefined {
  const folder = '/usr/lib/jvm';
  const installed = existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [];
  return [process.env.JAVA_HOME ?? '', ...installed].find((path) => {
    if (!existsSync(join(path, 'bin/jar'))) return false;
    const text = execFileSync(join(path, 'bin/java'), ['--version'], { encoding: 'utf8' });
    return Number(/^\w+ (\d+)/.exec(text)?.[1]) >= leastJava;
  });
}

/** The server without connectors is a quarter of the one with all. */
function fetchServer(): string | undefined {
  if (existsSync(home)) return undefined;
  const folder = `${home}.${process.pid}`;
  mkdirSync(folder, { recursive: true });
  try {
    const parts = [`trino-server-core:${version}:tar.gz`, `trino-memory:${version}:zip`, `trino-tpch:${version}:zip`];
    for (const part of parts) fetchArtifact(part, folder);
    const program = join(folder, `trino-server-core-${version}`);
    execFileSync('tar', ['xzf', `${program}.tar.gz`, '-C', folder]);
    for (const name of ['memory', 'tpch']) {
      const connector = join(folder, `trino-${name}-${version}`);
      execFileSync(join(findJava() ?? '', 'bin/jar'), ['xf', `${connector}.zip`], { cwd: folder });
      renameSync(connector, join(program, 'plugin', name));
    }
    renameSync(program, home);
    return undefined;
  } catch (error) {
    return `Trino could not be fetched from Maven Central: ${error}`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function fetchArtifact(artifact: string, folder: string): void {
  const goal = 'org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy';
  execFileSync('mvn', ['-q', '-B', goal, `-Dartifact=io.trino:${artifact}`, `-DoutputDirectory=${folder}`]);
}

/** Starts a coordinator that works, too, with the catalogs `memory` and `tpch`. */
export async function startTrino(): Promise<Trino> {
  const given = process.env.SIBYL_TEST_TRINO_URL;
  if (given) return { url: given, stop: async () => {} };
  const folder = mkdtempSync(join(tmpdir(), 'sibyl-trino-'));
  const url = `http://127.0.0.1:${await freePort()}`;
  writeSettings(join(folder, 'etc'), url);
  const java = findJava() ?? '';
  const server = spawn(join(home, 'bin/launcher'), ['--etc-dir', join(folder, 'etc'), 'run'], {
    env: { PATH: `${join(java, 'bin')}:${process.env.PATH}`, JAVA_HOME: java },
    stdio: 'ignore',
  });
  await untilItAnswers(url, server);
  return {
    url,
    async stop() {
      const ended = once(server, 'exit');
      server.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function writeSettings(folder: string, url: string): void {
  mkdirSync(join(folder, 'catalog'), { recursive: true });
  const files: Record<string, string[]> = {
    'node.properties': ['node.environment=test', `node.data-dir=${join(folder, '../data')}`],
    // Small and quick to start, rather than quick at work.
    'jvm.config': ['-Xmx700M', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', '--add-modules=jdk.incubator.vector'],
    'log.properties': ['io.trino=ERROR', 'io.airlift=ERROR'],
    'config.properties': [
      'coordinator=true',
      'node-scheduler.include-coordinator=true',
      `http-server.http.port=${new URL(url).port}`,
      `discovery.uri=${url}`,
      'query.max-memory=150MB',
      'query.max-memory-per-node=150MB',
      'memory.heap-headroom-per-node=100MB',
    ],
    'catalog/memory.properties': ['connector.name=memory'],
    'catalog/tpch.properties': ['connector.name=tpch', 'tpch.splits-per-node=1'],
  };
  for (const [name, lines] of Object.entries(files)) writeFileSync(join(folder, name), `${lines.join('\n')}\n`);
}

async function untilItAnswers(url: string, server: { exitCode: number | null }): Promise<void> {
  for (let tries = 0; tries < 1200; tries += 1) {
    if (server.exitCode !== null) throw new Error(`Trino ended with ${server.exitCode}`);
    const info = await fetch(`${url}/v1/info`).catch(() => undefined);
    const { starting } = info?.ok ? ((await info.json()) as { starting: boolean }) : { starting: true };
    if (!starting) return;
    await pause(250);
  }
  throw new Error('Trino does not answer');
}

/** Runs SQL as a client of its own, beside a connection. */
export async function runOnTrino(url: string, sql: string): Promise<unknown[][]> {
  const headers = { 'x-trino-user': 'admin', 'x-trino-catalog': 'memory', 'x-trino-schema': 'default' };
  const rows: unknown[][] = [];
  let answer = await fetch(`${url}/v1/statement`, { method: 'POST', body: sql, headers });
  for (;;) {
    const page = (await answer.json()) as { nextUri?: string; data?: unknown[][]; error?: { message: string } };
    if (page.error) throw new Error(page.error.message);
    rows.push(...(page.data ?? []));
    if (page.nextUri === undefined) return rows;
    answer = await fetch(page.nextUri, { headers });
  }
}
