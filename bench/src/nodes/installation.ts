import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Line, openLine, openLineToPostgres } from '../../../server/test/line.ts';
import { credentials, provideObjectStore, startObjectStore } from '../../../server/test/object-store.ts';
import { type Cluster, createPostgresDatabase, startCluster } from '../../../server/test/postgres.ts';
import { undoAtExit } from '../process/cleanup.ts';
import { findFreePort } from '../process/ready.ts';
import { makeScratchFolder } from '../process/scratch.ts';
import { startBalancer } from './balancer.ts';
import { Member } from './member.ts';

const repository = join(import.meta.dirname, '../../..');
const masterKey = 'one master key for all nodes of the benchmark';
const database = 'nodes';

/** Nodes on one database and one bucket, behind a balancer. */
export interface Installation {
  /** Address of the balancer. */
  base: string;
  /** Header of an admin's requests. */
  authorization: string;
  apis: Member[];
  workers: Member[];
  /** Connection of all nodes to the store of files. */
  store: Line;
  postgres: Cluster;
}

/** Starts PostgreSQL, an S3-compatible store, the nodes and nginx. */
export async function startInstallation(apiCount: number, workerCount: number): Promise<Installation> {
  const missing = await provideObjectStore();
  if (missing) throw new Error(missing.missing);
  const postgres = await startCluster();
  if (typeof postgres === 'string') throw new Error(postgres);
  undoAtExit(() => void postgres.stop());
  const { url } = await createPostgresDatabase(postgres.url, database);
  const objects = await startObjectStore();
  undoAtExit(() => void objects.stop());
  const bucket = await objects.bucket();
  const store = await openLine({ host: '127.0.0.1', port: Number(/:(\d+)&region/.exec(bucket)?.[1]) });
  const folder = makeScratchFolder();
  const shared = {
    ...credentials,
    SIBYL_BLOBS_URL: bucket.replace(/:\d+&region/, `:${store.port}&region`),
    SIBYL_MASTER_KEY: masterKey,
    SIBYL_OUTGOING_ALLOWED: '127.0.0.1',
    SIBYL_SAMPLE: '0',
    SIBYL_LOG_LEVEL: 'error',
    SIBYL_TRUSTED_PROXIES: '127.0.0.1',
    SIBYL_TRAINING_THREADS: '1',
  };
  const prepare = async (name: string, role: string) => {
    const { line, url: throughLine } = await openLineToPostgres(url);
    const port = await findFreePort();
    const environment = {
      ...shared,
      SIBYL_ROLE: role,
      SIBYL_PORT: String(port),
      SIBYL_DATA_DIR: join(folder, name),
      SIBYL_DATABASE_URL: throughLine,
    };
    const command = [process.execPath, '--max-semi-space-size=4', 'server/start.js'];
    return {
      member: new Member({ name, port, command, workingDirectory: repository, environment, line }),
      port,
      environment,
    };
  };
  const numbered = (role: string, count: number) =>
    Promise.all(Array.from({ length: count }, (_, index) => prepare(`${role}${index + 1}`, role)));
  const apis = await numbered('api', apiCount);
  const workers = await numbered('worker', workerCount);
  const secret = await createAdmin(apis[0].environment);
  for (const { member } of [...apis, ...workers]) await member.start();
  return {
    base: await startBalancer(
      join(folder, 'nginx'),
      apis.map(({ port }) => port),
    ),
    authorization: `Bearer ${secret}`,
    apis: apis.map(({ member }) => member),
    workers: workers.map(({ member }) => member),
    store,
    postgres,
  };
}

async function createAdmin(environment: Record<string, string>): Promise<string> {
  const words = ['server/command.js', 'keys', 'create', '--role', 'admin', '--name', 'bench'];
  const env = { PATH: process.env.PATH ?? '', ...environment };
  const { stdout: printed } = await promisify(execFile)(process.execPath, words, { cwd: repository, env });
  const [secret] = /sib_\S+/.exec(printed) ?? [];
  if (secret === undefined) throw new Error(`No key was made: ${printed}`);
  return secret;
}
