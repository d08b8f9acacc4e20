import { accessSync, constants } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { forgetOldConversations } from './agents/conversations/retention.ts';
import { freeTurns } from './agents/conversations/sweep.ts';
import { buildApp } from './app.ts';
import { forgetOldAudit } from './audit/retention.ts';
import { AuditTrail } from './audit/trail.ts';
import { openDiskBlobs } from './blobs/disk.ts';
import { createAnswerer } from './chatbots/ask-agent.ts';
import { forgetOldMessages } from './chatbots/retention.ts';
import { Supervisor } from './chatbots/running/supervisor.ts';
import { Switchboard } from './chatbots/switchboard.ts';
import { type Config, ConfigError } from './config.ts';
import { Databases } from './connections/databases.ts';
import { type Context, localCaller, type Parts } from './context.ts';
import { openDataRoom } from './data/data-room.ts';
import { lockDirectory } from './db/lock.ts';
import { type DatabaseSettings, openDatabase } from './db/open.ts';
import { DamagedDatabaseError, findDamage } from './db/sqlite/intact.ts';
import { EventLog } from './events/event-log.ts';
import { EventFeed } from './events/feed.ts';
import { LimitHits } from './events/limit-hits.ts';
import { forgetOldEvents } from './events/retention.ts';
import { closeServer } from './http/closing.ts';
import { forgetUnanswered } from './http/idempotency-keys.ts';
import { type App, createServer } from './http/server.ts';
import { keepHouse } from './jobs/housekeeping.ts';
import { TableQueue } from './jobs/table-queue.ts';
import { openKeys } from './keys/open.ts';
import { letOperatorIn } from './keys/operator.ts';
import { Sessions } from './keys/sessions.ts';
import { TokenVerifier } from './keys/tokens.ts';
import { embeddingWorker } from './knowledge/embedding/job.ts';
import { openDocumentReader } from './knowledge/reading/reader.ts';
import { openModelImporter } from './models/importing/importer.ts';
import { ModelCache } from './models/serving/model-cache.ts';
import { AnsweringPool } from './models/serving/threads/answering-pool.ts';
import { sweepModels } from './models/sweep.ts';
import { trainingWorker } from './models/training/job.ts';
import { ProgressHub } from './models/training/progress-hub.ts';
import { openOutgoing } from './outgoing/outgoing.ts';
import { LimitBook } from './projects/limit-book.ts';
import { beginFirstStart } from './sample/first-start.ts';
import { deriveKey, readMasterKey } from './secrets/master-key.ts';
import { openPrivateDirectory } from './secrets/private-directory.ts';
import { SealedBox } from './secrets/sealed-box.ts';
import { TableSketches } from './skills/sql/table-sketches.ts';
import { sweepTables } from './tables/sweep.ts';
import { Metrics } from './telemetry/metrics.ts';
import { openTracing } from './telemetry/open-tracing.ts';
import type { Telemetry } from './telemetry/telemetry.ts';
import { WebhookDispatcher } from './webhooks/dispatcher.ts';
import { forgetOldDeliveries } from './webhooks/retention.ts';

/** How long running requests and trainings may take to end once the service is told to stop. */
const graceMs = 4000;
/** Reading the largest model file takes some ten seconds. */
const importTimeMs = 120_000;

export interface Service {
  address: string;
  directory: string;
  /** Whether the sample model answers, or will as soon as it is trained. */
  hasSample: boolean;
  /** Resolves when the sample of a first start has been made and queued; the service answers before that. */
  prepared: Promise<void>;
  /** Ends what runs or hands it back, then closes everything in reverse order of opening. */
  close(): Promise<void>;
}

/** Opens everything, in order, and listens. The records are in the data directory unless said otherwise. On failure what was opened is closed again. */
export async function serve(config: Config, records?: DatabaseSettings): Promise<Service> {
  await using opening = new AsyncDisposableStack();
  const service = await open(config, makeDirectory(config.dataDirectory), opening, records);
  const opened = opening.move();
  return { ...service, close: () => opened.disposeAsync() };
}

async function open(
  config: Config,
  directory: string,
  opened: AsyncDisposableStack,
  records: DatabaseSettings = { kind: 'sqlite', path: join(directory, 'sibyl.db') },
): Promise<Omit<Service, 'close'>> {
  const lock = lockDirectory(directory);
  opened.defer(() => lock.release());
  const tracing = await openTracing(config);
  opened.defer(() => tracing.close());
  const app = createServer(config, tracing);
  tracing.onLoss((spans) => app.log.warn({ spans }, 'the collector of traces does not keep up'));
  if (records.kind === 'sqlite') refuseDamage(records.path, directory);
  const database = await openDatabase(records, tracing);
  opened.defer(() => database.destroy());
  const foundation = { config, directory, database, log: app.log, tracing, metrics: new Metrics() };
  const parts = await openParts(foundation, opened);
  await tidyUp(parts);
  let ready = false;
  await buildApp(parts, app, () => ready);
  opened.defer(() => app.close());
  const address = await listen(app, config);
  lock.announce(address);
  const ctx: Context = { ...parts, ...localCaller };
  const { hasSample, prepared } = await beginFirstStart(ctx, directory, config.sample);
  const settled = prepared.catch((err) => {
    if (ready) app.log.error({ err }, 'the sample could not be made; the next start tries again');
  });
  opened.defer(async () => {
    ready = false;
    await Promise.all([closeServer(app, graceMs), parts.jobs.drain(graceMs), settled]);
  });
  const chores = [forgetOldDeliveries, forgetOldEvents, forgetOldAudit, forgetOldConversations, forgetOldMessages];
  opened.defer(
    keepHouse(
      chores.map((chore) => () => chore(parts)),
      (err) => app.log.error({ err }, 'a chore failed'),
    ),
  );
  const supervisor = new Supervisor({ ...parts, answer: createAnswerer(parts) });
  opened.defer(() => supervisor.close(graceMs));
  await supervisor.start({ exclusive: true });
  await parts.jobs.start([trainingWorker(ctx), embeddingWorker(ctx)]);
  ready = true;
  return { address, directory, hasSample, prepared: settled };
}

function refuseDamage(path: string, directory: string): void {
  const damage = findDamage(path);
  if (damage === undefined) return;
  throw new DamagedDatabaseError(
    `The records in ${path} are damaged (${damage}): move the folder ${directory} away and put the last backup in its place by SIBYL_DATA_DIR=${directory} npm run sibyl -- restore FILE`,
  );
}

interface Foundation extends Telemetry, Pick<Parts, 'config' | 'database' | 'log'> {
  directory: string;
}

async function openParts({ directory, ...foundation }: Foundation, opened: AsyncDisposableStack): Promise<Parts> {
  const { config, database, log, tracing, metrics } = foundation;
  const telemetry = { tracing, metrics };
  const masterKey = readMasterKey(directory, config.masterKey);
  const keys = await openKeys(database, config, masterKey);
  opened.defer(letOperatorIn(keys, directory));
  opened.defer(keys.keepUses(database, (err) => log.error({ err }, 'last uses of keys were not written')));
  const temporaryDirectory = await emptyDirectory(join(directory, 'tmp'));
  const data = openDataRoom({ spillFolder: temporaryDirectory, telemetry });
  opened.defer(() => data.close());
  const documents = openDocumentReader({
    timeMs: config.documentTimeoutMs,
    memoryBytes: config.documentMemoryBytes,
  });
  opened.defer(() => documents.close());
  const blobs = await openDiskBlobs(join(directory, 'blobs'));
  const answering = new AnsweringPool((key) => blobs.read(key));
  opened.defer(() => answering.close());
  const importer = openModelImporter({ timeMs: importTimeMs, memoryBytes: config.trainingMemoryBytes });
  opened.defer(() => importer.close());
  const outgoing = openOutgoing(config.outgoingAllowed, tracing);
  opened.defer(() => outgoing.close());
  const events = new EventLog();
  const feed = new EventFeed(database, events, {
    mostListeners: config.eventListeners,
    onError: (err) => log.error({ err }, 'events were not given out; they will be'),
  });
  opened.defer(() => feed.close());
  const secrets = new SealedBox(masterKey);
  const webhooks = new WebhookDispatcher(
    { ...foundation, events, outgoing, secrets, keys },
    { onError: (err) => log.error({ err }, 'a webhook could not be served; it will be') },
  );
  opened.defer(() => webhooks.stop());
  const databases = new Databases();
  opened.defer(() => databases.close());
  const limits = await LimitBook.open(database, config);
  const limitHits = new LimitHits(database, events, (err) => log.error({ err }, 'an event of a limit was not written'));
  const audit = new AuditTrail(database, (err) => log.error({ err }, 'the audit could not be written'));
  opened.defer(() => audit.settled());
  const jobs = new TableQueue(database, {
    exclusive: true,
    limit: 10 * config.trainingsQueued,
    telemetry,
    onError: (error, job) => log.error({ err: error, job: job?.id }, 'a job failed'),
  });
  return {
    ...foundation,
    blobs,
    jobs,
    events,
    feed,
    webhooks,
    audit,
    data,
    documents,
    outgoing,
    databases,
    sketches: new TableSketches(),
    switchboard: new Switchboard(),
    models: new ModelCache(),
    answering,
    importer,
    progress: new ProgressHub(),
    limits,
    limitHits,
    keys,
    tokens: TokenVerifier.open(config, database),
    secrets,
    sessions: new Sessions(keys, deriveKey(masterKey, 'sessions')),
    temporaryDirectory,
  };
}

function makeDirectory(path: string): string {
  try {
    const directory = resolve(path);
    const open = openPrivateDirectory(directory);
    if (open.length > 0) console.error(`Others can read ${open.join(', ')}, which belongs to another user: close it.`);
    accessSync(directory, constants.W_OK);
    return directory;
  } catch (error) {
    throw unusable('SIBYL_DATA_DIR', path, error);
  }
}

async function listen(app: App, { host, port }: Config): Promise<string> {
  try {
    return await app.listen({ host, port });
  } catch (error) {
    const isPort = error instanceof Error && 'code' in error && ['EADDRINUSE', 'EACCES'].includes(String(error.code));
    throw isPort ? unusable('SIBYL_PORT', `${port}`, error) : unusable('SIBYL_HOST', host, error);
  }
}

function unusable(variable: string, value: string, error: unknown): ConfigError {
  return new ConfigError(`${variable}=${value} cannot be used: ${error instanceof Error ? error.message : error}.`);
}

async function emptyDirectory(path: string): Promise<string> {
  // A child of a service that was killed may write for a moment longer: try again then.
  await rm(path, { recursive: true, force: true, maxRetries: 20 });
  await mkdir(path, { recursive: true });
  return path;
}

/** What a crash left half done is put back or thrown away before anybody can see it. */
async function tidyUp(parts: Parts): Promise<void> {
  await Promise.all([
    forgetUnanswered(parts.database),
    freeTurns(parts.database),
    sweepTables(parts),
    sweepModels(parts),
  ]);
}
