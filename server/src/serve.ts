import { accessSync, constants } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { buildApp } from './app.ts';
import { localCaller } from './caller.ts';
import { type Config, ConfigError } from './config.ts';
import { closeServer } from './http/reply/closing.ts';
import { forgetUnanswered } from './http/request/idempotency-keys.ts';
import { type App, createServer } from './http/server.ts';
import { runMaintenance } from './operations/maintenance.ts';
import { beginFirstStart } from './operations/sample/first-start.ts';
import { openDiskBlobs } from './platform/blobs/disk.ts';
import { openDataEngine } from './platform/data/data-engine.ts';
import { lockDirectory } from './platform/db/lock.ts';
import { type DatabaseSettings, openDatabase } from './platform/db/open.ts';
import { DamagedDatabaseError, findDamage } from './platform/db/sqlite/intact.ts';
import { TableQueue } from './platform/jobs/table-queue.ts';
import { EventLog } from './platform/journal/event-log.ts';
import { EventFeed } from './platform/journal/feed.ts';
import { LimitHits } from './platform/journal/limit-hits.ts';
import { openOutgoing } from './platform/outgoing/outgoing.ts';
import { deriveKey, readMasterKey } from './platform/secrets/master-key.ts';
import { openPrivateDirectory } from './platform/secrets/private-directory.ts';
import { SealedBox } from './platform/secrets/sealed-box.ts';
import { Metrics } from './platform/telemetry/metrics.ts';
import { openTracing } from './platform/telemetry/open-tracing.ts';
import type { Telemetry } from './platform/telemetry/telemetry.ts';
import { forgetOldConversations } from './resources/agents/conversations/retention.ts';
import { freeTurns } from './resources/agents/conversations/sweep.ts';
import { forgetOldAudit } from './resources/audit/retention.ts';
import { AuditTrail } from './resources/audit/trail.ts';
import { createAnswerer } from './resources/chatbots/ask-agent.ts';
import { ChatbotHub } from './resources/chatbots/chatbot-hub.ts';
import { forgetOldMessages } from './resources/chatbots/retention.ts';
import { Supervisor } from './resources/chatbots/running/supervisor.ts';
import { Databases } from './resources/connections/databases.ts';
import { forgetOldEvents } from './resources/events/retention.ts';
import { openKeys } from './resources/keys/open.ts';
import { letOperatorIn } from './resources/keys/operator.ts';
import { Sessions } from './resources/keys/sessions.ts';
import { TokenVerifier } from './resources/keys/tokens.ts';
import { embeddingWorker } from './resources/knowledge/embedding/job.ts';
import { openDocumentReader } from './resources/knowledge/reading/reader.ts';
import { openModelImporter } from './resources/models/importing/importer.ts';
import { ModelCache } from './resources/models/serving/model-cache.ts';
import { AnsweringPool } from './resources/models/serving/threads/answering-pool.ts';
import { sweepModels } from './resources/models/sweep.ts';
import { trainingWorker } from './resources/models/training/job.ts';
import { ProgressHub } from './resources/models/training/progress-hub.ts';
import { ProjectLimits } from './resources/projects/project-limits.ts';
import { TableSummaries } from './resources/skills/sql/table-summaries.ts';
import { sweepTables } from './resources/tables/sweep.ts';
import { WebhookDispatcher } from './resources/webhooks/dispatcher.ts';
import { forgetOldDeliveries } from './resources/webhooks/retention.ts';
import type { Context, Services } from './services.ts';

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
  const services = await openParts(foundation, opened);
  await tidyUp(services);
  let ready = false;
  await buildApp(services, app, () => ready);
  opened.defer(() => app.close());
  const address = await listen(app, config);
  lock.announce(address);
  const ctx: Context = { ...services, ...localCaller };
  const { hasSample, prepared } = await beginFirstStart(ctx, directory, config.sample);
  const settled = prepared.catch((err) => {
    if (ready) app.log.error({ err }, 'the sample could not be made; the next start tries again');
  });
  opened.defer(async () => {
    ready = false;
    await Promise.all([closeServer(app, graceMs), services.jobs.drain(graceMs), settled]);
  });
  const chores = [forgetOldDeliveries, forgetOldEvents, forgetOldAudit, forgetOldConversations, forgetOldMessages];
  opened.defer(
    runMaintenance(
      chores.map((chore) => () => chore(services)),
      (err) => app.log.error({ err }, 'a chore failed'),
    ),
  );
  const supervisor = new Supervisor({ ...services, answer: createAnswerer(services) });
  opened.defer(() => supervisor.close(graceMs));
  await supervisor.start({ exclusive: true });
  await services.jobs.start([trainingWorker(ctx), embeddingWorker(ctx)]);
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

interface Foundation extends Telemetry, Pick<Services, 'config' | 'database' | 'log'> {
  directory: string;
}

async function openParts({ directory, ...foundation }: Foundation, opened: AsyncDisposableStack): Promise<Services> {
  const { config, database, log, tracing, metrics } = foundation;
  const telemetry = { tracing, metrics };
  const masterKey = readMasterKey(directory, config.masterKey);
  const keys = await openKeys(database, config, masterKey);
  opened.defer(letOperatorIn(keys, directory));
  opened.defer(keys.keepUses(database, (err) => log.error({ err }, 'last uses of keys were not written')));
  const temporaryDirectory = await emptyDirectory(join(directory, 'tmp'));
  const data = openDataEngine({ spillFolder: temporaryDirectory, telemetry });
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
  const limits = await ProjectLimits.open(database, config);
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
    tableSummaries: new TableSummaries(),
    chatbotHub: new ChatbotHub(),
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
async function tidyUp(services: Services): Promise<void> {
  await Promise.all([
    forgetUnanswered(services.database),
    freeTurns(services.database),
    sweepTables(services),
    sweepModels(services),
  ]);
}
