/** A real service for tests, with its own data directory and a free port, used by URL only. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { readConfig } from '../src/config.ts';
import type { DatabaseSettings } from '../src/platform/db/open.ts';
import { workerKinds } from '../src/platform/workers/kinds.ts';
import { type Service, serve } from '../src/serve.ts';
import { type Answer, readAnswer } from './answer.ts';
import { writeMigrated } from './migrated.ts';

export interface TestService {
  url: string;
  directory: string;
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** Repeats the request until `accept` holds; after 300 s it fails with the last response. */
  until(path: string, accept: (answer: Answer) => boolean, headers?: Record<string, string>): Promise<Answer>;
  /** Creates a project for a test and returns its name. */
  project(): Promise<string>;
  stop(options?: { keepsFiles: boolean }): Promise<void>;
}

// Each test has a project of its own, for which a worker is kept for five seconds: most would start DuckDB anew.
for (const { pool } of [workerKinds.import, workerKinds.query, workerKinds.document])
  Object.assign(pool, { lendAfterMs: 0 });

let projects = 0;

const masterKey = 'a master key that every node of a test has';

/** @param records the database, if it is not in the data directory */
export async function startTestService(
  environment: Record<string, string> = {},
  records?: DatabaseSettings,
): Promise<TestService> {
  const settings = { ...settingsOf(records), ...environment };
  const service = await serve(
    readConfig({
      SIBYL_DATA_DIR: settings.SIBYL_DATA_DIR ?? (await makeDirectory(records)),
      SIBYL_PORT: '0',
      SIBYL_SAMPLE: '0',
      SIBYL_LOG_LEVEL: 'silent',
      ...settings,
    }),
  );
  await service.prepared;
  return clientOf(service, service.directory);
}

async function makeDirectory(records: DatabaseSettings | undefined): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), 'sibyl-service-'));
  if (records === undefined) await writeMigrated(join(directory, 'sibyl.db'));
  return directory;
}

function settingsOf(records: DatabaseSettings | undefined): Record<string, string> {
  if (records === undefined) return {};
  if (records.kind === 'sqlite') return { SIBYL_DATA_DIR: dirname(records.path) };
  return { SIBYL_DATABASE_URL: records.url, SIBYL_MASTER_KEY: masterKey };
}

function clientOf(service: Service, directory: string): TestService {
  const call: TestService['call'] = async (method, path, body, headers) => {
    const raw =
      body === undefined || typeof body === 'string' || body instanceof FormData || body instanceof Uint8Array;
    const response = await fetch(service.address + path, {
      method,
      body: raw ? (body as string | FormData | Uint8Array<ArrayBuffer> | undefined) : JSON.stringify(body),
      headers: { ...(raw ? {} : { 'content-type': 'application/json' }), ...headers },
    });
    return readAnswer(response);
  };
  return {
    url: service.address,
    directory,
    call,
    async until(path, accept, headers) {
      const deadline = Date.now() + 300_000;
      for (;;) {
        const answer = await call('GET', path, undefined, headers);
        if (accept(answer)) return answer;
        if (Date.now() > deadline) throw new Error(`${path} still answers ${answer.status} ${answer.text}`);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
    async project() {
      projects += 1;
      const name = `project_${projects}`;
      await call('POST', '/projects', { name });
      return name;
    },
    async stop({ keepsFiles } = { keepsFiles: false }) {
      await service.close();
      if (!keepsFiles) rmSync(directory, { recursive: true, force: true });
    },
  };
}
