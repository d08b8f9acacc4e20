import { mkdirSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { buildApp } from './app.ts';
import { openDiskBlobs } from './blobs/disk.ts';
import type { Config } from './config.ts';
import type { Context, Parts } from './context.ts';
import { openDataRoom } from './data/dataRoom.ts';
import { lockDirectory } from './db/lock.ts';
import { openDatabase } from './db/open.ts';
import { forgetUnanswered } from './http/idempotency.ts';
import { createServer } from './http/server.ts';
import { TableQueue } from './jobs/table-queue.ts';
import { ModelCache } from './models/serving/model-cache.ts';
import { sweepModels } from './models/sweep.ts';
import { trainingWorker } from './models/training/job.ts';
import { ProgressHub } from './models/training/progress-hub.ts';
import { prepareFirstStart } from './sample/first-start.ts';
import { sweepTables } from './tables/sweep.ts';

/** How long running requests and trainings may take to end once the service is told to stop. */
const graceMs = 5000;

export interface Service {
  address: string;
  directory: string;
  /** Resolves when the sample of a first start has been made and queued; the service answers before that. */
  prepared: Promise<void>;
  /** Ends what runs or hands it back, then closes everything in reverse order of opening. */
  close(): Promise<void>;
}

/** Opens everything, in order, and listens. On failure what was opened is closed again. */
export async function serve(config: Config): Promise<Service> {
  const directory = resolve(config.dataDirectory);
  mkdirSync(directory, { recursive: true });
  const closers: (() => unknown)[] = [];
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) await closer();
  };
  try {
    return await open(config, directory, closers, close);
  } catch (error) {
    await close();
    throw error;
  }
}

async function open(
  config: Config,
  directory: string,
  closers: (() => unknown)[],
  close: () => Promise<void>,
): Promise<Service> {
  const lock = lockDirectory(directory);
  closers.push(() => lock.release());
  const database = await openDatabase({ kind: 'sqlite', path: join(directory, 'sibyl.db') });
  closers.push(() => database.destroy());
  const app = createServer(config);
  const jobs = new TableQueue(database, {
    exclusive: true,
    limit: config.trainingsQueued,
    onError: (error, job) => app.log.error({ err: error, job: job?.id }, 'a job failed'),
  });
  const temporaryDirectory = await emptyDirectory(join(directory, 'tmp'));
  const data = openDataRoom({ spillFolder: temporaryDirectory });
  closers.push(() => data.close());
  const parts: Parts = {
    config,
    log: app.log,
    database,
    blobs: await openDiskBlobs(join(directory, 'blobs')),
    jobs,
    data,
    models: new ModelCache(),
    progress: new ProgressHub(),
    temporaryDirectory,
  };
  await tidyUp(parts);
  let ready = false;
  await buildApp(parts, app, () => ready);
  closers.push(() => app.close());
  const address = await app.listen({ host: config.host, port: config.port });
  lock.announce(address);
  const ctx: Context = { ...parts, actor: 'local' };
  await jobs.start([trainingWorker(ctx)]);
  closers.push(() => jobs.drain(graceMs));
  ready = true;
  closers.push(() => {
    ready = false;
  });
  return { address, directory, prepared: prepareFirstStart(ctx, config.sample), close };
}

async function emptyDirectory(path: string): Promise<string> {
  await rm(path, { recursive: true, force: true });
  await mkdir(path, { recursive: true });
  return path;
}

/** What a crash left half done is put back or thrown away before anybody can see it. */
async function tidyUp(parts: Parts): Promise<void> {
  await Promise.all([forgetUnanswered(parts.database), sweepTables(parts), sweepModels(parts)]);
}
