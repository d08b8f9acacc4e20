import { join } from 'node:path';
import { openPlanners } from './builtin/planners.ts';
import { emptyDirectory } from './data-directory.ts';
import { isHeldInMemory } from './follow-nodes.ts';
import { openBlobs } from './platform/blobs/open.ts';
import { openCharts } from './platform/charts/charts.ts';
import { openDataEngine } from './platform/data/data-engine.ts';
import { TableQueue } from './platform/jobs/table-queue.ts';
import { EventLog } from './platform/journal/event-log.ts';
import { EventFeed } from './platform/journal/feed.ts';
import { LimitHits } from './platform/journal/limit-hits.ts';
import { openGgufModels } from './platform/language/gguf/gguf-models.ts';
import { ProviderBreakers } from './platform/language/provider-breakers.ts';
import { holdMasterKey } from './platform/nodes/held-master-key.ts';
import { claimFiles } from './platform/nodes/installation.ts';
import { openOutgoing } from './platform/outgoing/outgoing.ts';
import { deriveKey } from './platform/secrets/master-key.ts';
import { SealedBox } from './platform/secrets/sealed-box.ts';
import type { Telemetry } from './platform/telemetry/telemetry.ts';
import { AuditTrail } from './resources/audit/trail.ts';
import { ChatbotHub } from './resources/chatbots/chatbot-hub.ts';
import { ConnectionPools } from './resources/connections/connection-pools.ts';
import { openKeys } from './resources/keys/open.ts';
import { issueOperatorToken } from './resources/keys/operator.ts';
import { Sessions } from './resources/keys/sessions.ts';
import { TokenVerifier } from './resources/keys/token-verifier.ts';
import { openDocumentReader } from './resources/knowledge/reading/reader.ts';
import { openModelImporter } from './resources/models/importing/importer.ts';
import { Shadows } from './resources/models/monitoring/shadow/shadows.ts';
import { Watches } from './resources/models/monitoring/watches.ts';
import { openFilePredicting } from './resources/models/serving/files/predicting.ts';
import { ModelCache } from './resources/models/serving/model-cache.ts';
import { openAnswering } from './resources/models/serving/threads/answering.ts';
import { ProgressHub } from './resources/models/training/progress-hub.ts';
import { ProjectLimits } from './resources/projects/project-limits.ts';
import { openForeignReader } from './resources/skills/foreign/foreign-reader.ts';
import { TableSummaries } from './resources/skills/sql/table-summaries.ts';
import { followBegunCalls } from './resources/spending/begun-calls.ts';
import { WebhookDispatcher } from './resources/webhooks/dispatcher.ts';
import type { Services } from './services.ts';

/** Reading the largest model file takes about ten seconds. */
const importTimeMs = 120_000;

/** With several nodes, each polls for jobs every second, and takes those of a dead node after fifteen. */
const sharedQueue = { pollInterval: 1000, lease: 15_000 };

/** What exists before the services: settings, records, log and telemetry. */
interface Foundation
  extends Telemetry,
    Pick<Services, 'config' | 'database' | 'log' | 'nodes' | 'reserve' | 'watchdog'> {
  directory: string;
}

/** Opens the services in order of dependency; `opened` closes them in reverse. */
export async function openServices(
  { directory, ...foundation }: Foundation,
  opened: AsyncDisposableStack,
): Promise<Services> {
  const { config, database, log, nodes, tracing, metrics } = foundation;
  const telemetry = { tracing, metrics };
  const masterKey = await holdMasterKey({ database, directory, given: config.masterKey });
  const blobs = await openBlobs(config, directory, opened);
  if (!nodes.isAlone || config.blobsUrl !== '') await claimFiles({ database, blobs });
  const keys = await openKeys(database, config, masterKey);
  opened.defer(issueOperatorToken(keys, directory));
  opened.defer(keys.recordUses(database, (err) => log.error({ err }, 'the last uses of keys could not be written')));
  const temporaryDirectory = await emptyDirectory(join(directory, 'tmp'));
  const data = openDataEngine({ spillFolder: temporaryDirectory, telemetry });
  opened.defer(() => data.close());
  const documents = openDocumentReader({
    timeMs: config.documentTimeoutMs,
    memoryBytes: config.documentMemoryBytes,
  });
  opened.defer(() => documents.close());
  const answering = openAnswering(config.modelMemoryBytes);
  opened.defer(() => answering.close());
  const planners = openPlanners();
  opened.defer(() => planners.close());
  const ggufModels = openGgufModels(config);
  opened.defer(() => ggufModels.close());
  const filePredicting = openFilePredicting(temporaryDirectory);
  opened.defer(() => filePredicting.close());
  const importer = openModelImporter({ timeMs: importTimeMs, memoryBytes: config.trainingMemoryBytes });
  opened.defer(() => importer.close());
  const foreign = openForeignReader();
  opened.defer(() => foreign.close());
  const charts = openCharts();
  opened.defer(() => charts.close());
  const outgoing = openOutgoing(config.outgoingAllowed, tracing);
  opened.defer(() => outgoing.close());
  const events = new EventLog((transaction, written) => {
    const held = written.filter(isHeldInMemory);
    return held.length > 0 ? nodes.announce(transaction, held) : Promise.resolve();
  });
  const feed = new EventFeed(database, events, {
    onError: (err) => log.error({ err }, 'events could not be delivered; this is retried'),
  });
  opened.defer(() => feed.close());
  const secrets = new SealedBox(masterKey);
  const webhooks = new WebhookDispatcher(
    { ...foundation, events, outgoing, secrets, keys },
    {
      maySend: await leadWebhooks(foundation),
      onError: (err) => log.error({ err }, 'a webhook could not be processed; this is retried'),
    },
  );
  opened.defer(() => webhooks.stop());
  const connectionPools = new ConnectionPools({
    data,
    outgoing,
    outgoingAllowed: config.outgoingAllowed,
    folders: config.connectionFolders,
    dataDirectory: config.dataDirectory,
    temporaryDirectory,
  });
  opened.defer(() => connectionPools.close());
  const sessions = new Sessions(keys, deriveKey(masterKey, 'sessions'));
  await sessions.reload(database);
  opened.defer(await followBegunCalls({ database, log }, directory));
  const limits = await ProjectLimits.open(database, config);
  const limitHits = new LimitHits(database, events, (err) =>
    log.error({ err }, 'the event of a limit hit could not be written'),
  );
  const shadows = new Shadows(database, blobs, log);
  opened.defer(() => shadows.close());
  const watches = new Watches(database, log, shadows);
  opened.defer(() => watches.close());
  const audit = new AuditTrail(database, (err) => log.error({ err }, 'the audit could not be written'));
  opened.defer(() => audit.flushed());
  const jobs = new TableQueue(database, {
    exclusive: nodes.isAlone,
    ...(nodes.isAlone ? {} : sharedQueue),
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
    connectionPools,
    tableSummaries: new TableSummaries(),
    charts,
    foreign,
    chatbotHub: new ChatbotHub(),
    models: new ModelCache(config.modelMemoryBytes),
    answering,
    planners,
    breakers: new ProviderBreakers(),
    ggufModels,
    filePredicting,
    importer,
    progress: new ProgressHub(),
    watches,
    limits,
    limitHits,
    keys,
    tokens: TokenVerifier.open(config, database),
    secrets,
    sessions,
    temporaryDirectory,
  };
}

/**
 * Starts webhooks on one node at a time, so that each delivery is sent once; never on a node that only answers
 * requests.
 */
async function leadWebhooks({
  config,
  log,
  nodes,
}: Pick<Foundation, 'config' | 'log' | 'nodes'>): Promise<() => boolean> {
  if (config.role === 'api') return () => false;
  return nodes.lead('webhooks', (err) => log.error({ err }, 'the lease of webhooks could not be renewed'));
}
