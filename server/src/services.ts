import type { FastifyBaseLogger } from 'fastify';
import type { Planners } from './builtin/planners.ts';
import type { Caller } from './caller.ts';
import type { Config } from './config.ts';
import type { DiskReserve } from './platform/blobs/disk-reserve.ts';
import type { BlobStore } from './platform/blobs/store.ts';
import type { Charts } from './platform/charts/charts.ts';
import type { DataEngine } from './platform/data/data-engine.ts';
import type { Database } from './platform/db/schema.ts';
import type { JobQueue } from './platform/jobs/queue.ts';
import type { EventLog } from './platform/journal/event-log.ts';
import type { EventFeed } from './platform/journal/feed.ts';
import type { LimitHits } from './platform/journal/limit-hits.ts';
import type { GgufModels } from './platform/language/gguf/gguf-models.ts';
import type { ProviderBreakers } from './platform/language/provider-breakers.ts';
import type { Nodes } from './platform/nodes/nodes.ts';
import type { Outgoing } from './platform/outgoing/outgoing.ts';
import type { SealedBox } from './platform/secrets/sealed-box.ts';
import type { Telemetry } from './platform/telemetry/telemetry.ts';
import type { Watchdog } from './platform/watchdog/watchdog.ts';
import type { AuditTrail } from './resources/audit/trail.ts';
import type { ChatbotHub } from './resources/chatbots/chatbot-hub.ts';
import type { ConnectionPools } from './resources/connections/connection-pools.ts';
import type { KeyRing } from './resources/keys/key-ring.ts';
import type { Sessions } from './resources/keys/sessions.ts';
import type { TokenVerifier } from './resources/keys/token-verifier.ts';
import type { DocumentReader } from './resources/knowledge/reading/reader.ts';
import type { ModelImporter } from './resources/models/importing/importer.ts';
import type { Watches } from './resources/models/monitoring/watches.ts';
import type { FilePredicting } from './resources/models/serving/files/predicting.ts';
import type { ModelCache } from './resources/models/serving/model-cache.ts';
import type { Answering } from './resources/models/serving/threads/answering.ts';
import type { ProgressHub } from './resources/models/training/progress-hub.ts';
import type { ProjectLimits } from './resources/projects/project-limits.ts';
import type { ForeignReader } from './resources/skills/foreign/foreign-reader.ts';
import type { TableSummaries } from './resources/skills/sql/table-summaries.ts';
import type { WebhookDispatcher } from './resources/webhooks/dispatcher.ts';

/** The services that are opened at start; each verb names those it uses. */
export interface Services extends Telemetry {
  config: Config;
  log: FastifyBaseLogger;
  database: Database;
  nodes: Nodes;
  watchdog: Watchdog;
  blobs: BlobStore;
  reserve: DiskReserve;
  jobs: JobQueue;
  events: EventLog;
  feed: EventFeed;
  webhooks: WebhookDispatcher;
  audit: AuditTrail;
  data: DataEngine;
  documents: DocumentReader;
  models: ModelCache;
  answering: Answering;
  planners: Planners;
  breakers: ProviderBreakers;
  ggufModels: GgufModels;
  filePredicting: FilePredicting;
  importer: ModelImporter;
  progress: ProgressHub;
  watches: Watches;
  limits: ProjectLimits;
  limitHits: LimitHits;
  keys: KeyRing;
  sessions: Sessions;
  /** Encrypts secrets of users, such as provider keys and database passwords. */
  secrets: SealedBox;
  /** Undefined when no token issuer is set. */
  tokens: TokenVerifier | undefined;
  outgoing: Outgoing;
  connectionPools: ConnectionPools;
  tableSummaries: TableSummaries;
  charts: Charts;
  foreign: ForeignReader;
  chatbotHub: ChatbotHub;
  /** For unfinished files; on the blobs' file system, emptied at start. */
  temporaryDirectory: string;
}

/** All services and the caller. */
export interface Context extends Services, Caller {}
