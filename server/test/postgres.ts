/** Finds PostgreSQL's programs, or installs Debian's, and runs a temporary cluster on a Unix socket. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';

const run = promisify(execFile);

export interface Cluster {
  /** URL of its maintenance database. */
  url: string;
  /** Ends the server at once, as a crash would, and starts it on the same data. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

interface Account {
  uid?: number;
  gid?: number;
}

/** Directory of initdb and postgres, newest version first. */
function findPrograms(): string | undefined {
  const onPath = (process.env.PATH ?? '').split(delimiter);
  const ofDebian = globSync('/usr/lib/postgresql/*/bin').sort((a, b) => b.localeCompare(a, 'en', { numeric: true }));
  return [...onPath, ...ofDebian].find((folder) =>
    ['initdb', 'postgres'].every((name) => existsSync(join(folder, name))),
  );
}

/** Returns why it could not be installed; undefined after success. */
async function installPrograms(): Promise<string | undefined> {
  if (process.getuid?.() !== 0) return 'PostgreSQL is not installed, and only root can install it';
  // Runlevel 1 prevents the start of Debian's own cluster.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  const options = ['-q', '-o', 'DPkg::Lock::Timeout=300'];
  try {
    await run('apt-get', [...options, 'update'], { env });
    await run('apt-get', [...options, 'install', '-y', '--no-install-recommends', 'postgresql'], { env });
    return undefined;
  } catch (error) {
    return `PostgreSQL is not installed, and apt-get could not install it: ${error instanceof Error ? error.message : error}`;
  }
}

/** PostgreSQL refuses to run as root, so its own account or nobody is used. */
function chooseAccount(): Account {
  if (process.getuid?.() !== 0) return {};
  const accounts = readFileSync('/etc/passwd', 'utf8').split('\n');
  const line = ['postgres:', 'nobody:'].map((name) => accounts.find((one) => one.startsWith(name))).find(Boolean);
  if (!line) throw new Error('PostgreSQL does not run as root, and there is no account postgres or nobody');
  const [, , uid, gid] = line.split(':');
  return { uid: Number(uid), gid: Number(gid) };
}

/** Sorts as English, not by bytes (PostgreSQL 15 and newer), so that queries which rely on byte order fail. */
async function initialise(programs: string, folder: string, account: Account): Promise<void> {
  const access = ['--pgdata', folder, '--username=postgres', '--auth=trust', '--no-sync'];
  const locale = ['--encoding=UTF8', '--locale=C.UTF-8', '--locale-provider=icu', '--icu-locale=en-US'];
  await run(join(programs, 'initdb'), [...access, ...locale], { ...account, cwd: folder });
}

/** The shell stops the server when its standard input closes, also when the tests are killed. */
const untilInputEnds = '"$@" & read -r _; kill -QUIT $!; wait';

async function startServer(programs: string, folder: string, account: Account): Promise<() => Promise<void>> {
  const settings = [
    'fsync=off',
    'full_page_writes=off',
    'listen_addresses=',
    'max_connections=300',
    'shared_buffers=32MB',
  ];
  const command = [join(programs, 'postgres'), '-D', folder, '-k', folder, ...settings.flatMap((one) => ['-c', one])];
  const server = spawn('/bin/sh', ['-c', untilInputEnds, 'sh', ...command], {
    ...account,
    cwd: folder,
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  let log = '';
  const ready = Promise.withResolvers<void>();
  server.stderr.on('data', (chunk) => {
    log += chunk;
    if (log.includes('ready to accept connections')) ready.resolve();
  });
  server.on('exit', () => ready.reject(new Error(`PostgreSQL ended:\n${log}`)));
  await ready.promise;
  return async () => {
    const ended = once(server, 'exit');
    server.stdin.end();
    await ended;
  };
}

async function refuseRestart(): Promise<never> {
  throw new Error('A PostgreSQL that was there before is not restarted: unset SIBYL_TEST_POSTGRES_URL.');
}

/** Returns a running cluster, or why there is none. */
export async function startCluster(): Promise<Cluster | string> {
  const given = process.env.SIBYL_TEST_POSTGRES_URL;
  if (given) return { url: given, restart: refuseRestart, stop: async () => {} };
  const problem = findPrograms() ? undefined : await installPrograms();
  const programs = findPrograms();
  if (!programs) return problem ?? 'PostgreSQL was installed, but its programs were not found';
  const account = chooseAccount();
  const folder = mkdtempSync(join(tmpdir(), 'sibyl-postgres-'));
  if (account.uid !== undefined && account.gid !== undefined) chownSync(folder, account.uid, account.gid);
  await initialise(programs, folder, account);
  let stopServer = await startServer(programs, folder, account);
  return {
    url: `postgres://postgres@localhost/postgres?host=${encodeURIComponent(folder)}`,
    async restart() {
      await stopServer();
      stopServer = await startServer(programs, folder, account);
    },
    async stop() {
      await stopServer();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Creates a database in the cluster of `url`: a copy of the template, or an empty one. */
export async function createPostgresDatabase(
  url: string,
  name: string,
  template?: string,
): Promise<{ url: string; drop(): Promise<void> }> {
  const own = new URL(url);
  own.pathname = `/${name}`;
  await runOnce(url, `create database "${name}"${template === undefined ? '' : ` template "${template}"`}`);
  const drop = async () => void (await runOnce(url, `drop database "${name}" with (force)`));
  return { url: own.href, drop };
}

/** Drops the databases whose names begin so. */
export async function dropPostgresDatabases(url: string, beginning: string): Promise<void> {
  const { rows } = await runOnce(url, `select datname from pg_database where starts_with(datname, '${beginning}')`);
  for (const { datname } of rows) await runOnce(url, `drop database "${datname}" with (force)`);
}

async function runOnce(url: string, sql: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await client.query(sql);
  } finally {
    await client.end();
  }
}
