import { join } from 'node:path';
import { buildApp } from './app.ts';
import { localCaller } from './caller.ts';
import type { Config } from './config.ts';
import { makeDataDirectory, unusable } from './data-directory.ts';
import { followNodes } from './follow-nodes.ts';
import type { App } from './http/reply/app.ts';
import { tellSilence } from './http/reply/tell-silence.ts';
import { closeServer } from './http/request/closing.ts';
import { forgetUnanswered } from './http/request/idempotency-keys.ts';
import { createServer } from './http/server.ts';
import { openServices } from './open-services.ts';
import { scheduleBackups } from './operations/backup/schedule.ts';
import type { ServiceState } from './operations/health-routes.ts';
import { runMaintenance } from './operations/maintenance.ts';
import { beginFirstStart } from './operations/sample/first-start.ts';
import { DiskReserve } from './platform/blobs/disk-reserve.ts';
import { lockDirectory } from './platform/db/lock.ts';
import { openDatabase } from './platform/db/open.ts';
import { recordsOf } from './platform/db/settings.ts';
import { DamagedDatabaseError, findDamage, findLoss } from './platform/db/sqlite/intact.ts';
import { openNodes } from './platform/nodes/nodes.ts';
import { Metrics } from './platform/telemetry/metrics.ts';
import { openTracing } from './platform/telemetry/open-tracing.ts';
import { Watchdog } from './platform/watchdog/watchdog.ts';
import { command, version } from './release.ts';
import { projectEndOf } from './release-contents.ts';
import { endLostTurns } from './resources/agents/conversations/lost-turns.ts';
import { forgetOldConversations } from './resources/agents/conversations/retention.ts';
import { evaluationHandler } from './resources/agents/evaluations/job.ts';
import { forgetOldAudit } from './resources/audit/retention.ts';
import { createAnswerer } from './resources/chatbots/ask-agent.ts';
import { createDocumentKeeper } from './resources/chatbots/keep-document.ts';
import { createRater } from './resources/chatbots/rate-answer.ts';
import { forgetOldMessages } from './resources/chatbots/retention.ts';
import { Supervisor } from './resources/chatbots/running/supervisor.ts';
import { forgetOldEvents } from './resources/events/retention.ts';
import { embeddingHandler } from './resources/knowledge/embedding/job.ts';
import { sweepDocuments } from './resources/knowledge/store-in-steps.ts';
import { forgetOldWindows, keepWatch } from './resources/models/monitoring/keep-watch.ts';
import { predictionHandlers } from './resources/models/predictions/job.ts';
import { requeuePredictions } from './resources/models/predictions/store.ts';
import { prepareAnswering } from './resources/models/serving/threads/prepare-answering.ts';
import { requeueTrainings } from './resources/models/store.ts';
import { sweepModels } from './resources/models/sweep.ts';
import { trainingHandlers } from './resources/models/training/job.ts';
import { forgetOldSpending } from './resources/spending/service.ts';
import { sweepTables } from './resources/tables/sweep.ts';
import { emptyTrash } from './resources/trash/empty.ts';
import { forgetOldDeliveries } from './resources/webhooks/retention.ts';
import type { Context, Services } from './services.ts';

/** Time that running requests and trainings have to end at shutdown. */
const graceMs = 4000;
/** Longer than any request or training takes. */
const abandonedMs = 24 * 3_600_000;

export interface Service {
  address: string;
  directory: string;
  /** Whether the sample model exists or will after its training. */
  hasSample: boolean;
  /** Resolves when the sample is created and its training queued; the service answers before that. */
  prepared: Promise<void>;
  /** Ends running work or returns it to the queue, then closes everything in reverse order. */
  close(): Promise<void>;
}

/** Opens all services and listens. Closes all on failure. */
export async function serve(config: Config): Promise<Service> {
  await using opening = new AsyncDisposableStack();
  const service = await open(config, makeDataDirectory(config.dataDirectory), opening);
  const opened = opening.move();
  return { ...service, close: () => opened.disposeAsync() };
}

async function open(config: Config, directory: string, opened: AsyncDisposableStack): Promise<Omit<Service, 'close'>> {
  const records = recordsOf(config, directory);
  const lock = lockDirectory(directory);
  opened.defer(() => lock.release());
  const reserve = new DiskReserve(directory, config.diskReserveBytes);
  await reserve.fill();
  await reserve.lend(); // so that a full disk does not prevent the start
  const tracing = await openTracing(config);
  opened.defer(() => tracing.close());
  const app = createServer(config, tracing);
  tracing.onLoss((spans) => app.log.warn({ spans }, 'trace spans were lost: the collector is too slow or down'));
  if (records.kind === 'sqlite') refuseDamage(records.path, directory);
  const database = await openDatabase(records, tracing);
  opened.defer(() => database.destroy());
  const nodes = openNodes(database, records);
  opened.defer(() => nodes.close());
  const metrics = new Metrics();
  const watchdog = new Watchdog({
    metrics,
    version,
    health: config.healthPort === 0 ? undefined : { host: config.host, port: config.healthPort },
    onError: (err) => app.log.error({ err }, 'the watchdog of the main thread failed'),
  });
  opened.defer(() => watchdog.close());
  const foundation = { config, directory, database, nodes, reserve, watchdog, log: app.log, tracing, metrics };
  const services = await openServices(foundation, opened);
  await nodes.follow({
    apply: (signals) => followNodes(services, signals),
    onError: (err) => app.log.error({ err }, 'changes of other nodes could not be followed; this is retried'),
  });
  if (nodes.isAlone) await recoverFromCrash(services);
  else await sweepAbandoned(services);
  let state: ServiceState = 'starting';
  tellSilence(app, nodes);
  await buildApp(services, app, () => state);
  opened.defer(() => app.close());
  const address = await listen(app, config);
  lock.announce(address);
  watchdog.announce(address);
  const ctx: Context = { ...services, ...localCaller };
  const { hasSample, prepared } = await beginFirstStart(ctx, directory, config.sample);
  const settled = prepared.catch((err) => {
    if (state === 'ready') app.log.error({ err }, 'the sample could not be created; the next start tries again');
  });
  opened.defer(async () => {
    state = 'stopping';
    await Promise.all([closeServer(app, graceMs), services.jobs.drain(graceMs), settled]);
  });
  if (config.role !== 'api') await beginWork(ctx, opened);
  await services.jobs.start(
    config.role === 'api'
      ? []
      : [...trainingHandlers(ctx), ...predictionHandlers(ctx), embeddingHandler(ctx), evaluationHandler(ctx)],
  );
  state = 'ready';
  opened.defer(
    prepareAnswering(services, (err) => app.log.warn({ err }, 'no thread could be started for large models')),
  );
  return { address, directory, hasSample, prepared: settled };
}

/** Starts work without requests: maintenance and chatbots. */
async function beginWork(services: Context, opened: AsyncDisposableStack): Promise<void> {
  const { log, nodes } = services;
  const tasks = [
    forgetOldDeliveries,
    forgetOldEvents,
    forgetOldAudit,
    forgetOldConversations,
    forgetOldSpending,
    forgetOldMessages,
    forgetOldWindows,
    endOverdueTurns,
  ];
  opened.defer(
    runMaintenance([...tasks.map((task) => () => task(services)), await trashKeeper(services)], (err) =>
      log.error({ err }, 'a maintenance task failed'),
    ),
  );
  opened.defer(await keepWatch(services));
  opened.defer(scheduleBackups(services));
  const supervisor = new Supervisor({
    ...services,
    answer: createAnswerer(services),
    rate: createRater(services),
    keepDocument: createDocumentKeeper(services),
  });
  opened.defer(() => supervisor.close(graceMs));
  await supervisor.start({ exclusive: nodes.isAlone });
}

/** What other nodes left when they ended; one alone ends its own at its start. */
async function endOverdueTurns(services: Services): Promise<void> {
  if (!services.nodes.isAlone) await endLostTurns(services, new Date());
}

/** One node at a time empties the trash. */
async function trashKeeper(services: Services): Promise<() => Promise<void>> {
  const { log, nodes } = services;
  const isLeading = await nodes.lead('trash', (err) => log.error({ err }, 'who empties the trash is not known'));
  return async () => {
    if (isLeading()) await emptyTrash(services, projectEndOf(services));
  };
}

function refuseDamage(path: string, directory: string): void {
  const damage = findLoss(path, join(directory, 'blobs')) ?? findDamage(path);
  if (damage === undefined) return;
  throw new DamagedDatabaseError(
    `The records in ${path} are damaged (${damage}): move the folder ${directory} away and put the last backup in its place by SIBYL_DATA_DIR=${directory} ${command} restore FILE`,
  );
}

async function listen(app: App, { host, port }: Config): Promise<string> {
  try {
    return await app.listen({ host, port });
  } catch (error) {
    const isPort = error instanceof Error && 'code' in error && ['EADDRINUSE', 'EACCES'].includes(String(error.code));
    throw isPort ? unusable('SIBYL_PORT', `${port}`, error) : unusable('SIBYL_HOST', host, error);
  }
}

/** Repairs or deletes what a crash left unfinished, before any request, when no other node can be at work. */
async function recoverFromCrash(services: Services): Promise<void> {
  await Promise.all([
    forgetUnanswered(services.database),
    endLostTurns(services),
    requeueTrainings(services.database),
    requeuePredictions(services.database),
    sweepTables(services),
    sweepModels(services),
    sweepDocuments(services),
  ]);
}

/** Deletes what a node left unfinished; recent data may belong to another node's work. */
async function sweepAbandoned(services: Services): Promise<void> {
  const before = new Date(Date.now() - abandonedMs);
  await Promise.all([
    forgetUnanswered(services.database, before),
    endLostTurns(services, new Date()),
    sweepTables(services, before),
    sweepModels(services, before),
  ]);
}
