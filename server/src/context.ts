import type { FastifyBaseLogger } from 'fastify';
import type { AuditTrail } from './audit/trail.ts';
import type { BlobStore } from './blobs/store.ts';
import type { Switchboard } from './chatbots/switchboard.ts';
import type { Config } from './config.ts';
import type { Databases } from './connections/databases.ts';
import type { DataRoom } from './data/data-room.ts';
import type { Database } from './db/schema.ts';
import type { EventLog } from './events/event-log.ts';
import type { EventFeed } from './events/feed.ts';
import type { LimitHits } from './events/limit-hits.ts';
import type { JobQueue } from './jobs/queue.ts';
import type { KeyRing } from './keys/key-ring.ts';
import type { Role } from './keys/permissions.ts';
import type { Sessions } from './keys/sessions.ts';
import type { TokenVerifier } from './keys/tokens.ts';
import type { DocumentReader } from './knowledge/reading/reader.ts';
import type { ModelImporter } from './models/importing/importer.ts';
import type { ModelCache } from './models/serving/model-cache.ts';
import type { AnsweringPool } from './models/serving/threads/answering-pool.ts';
import type { ProgressHub } from './models/training/progress-hub.ts';
import type { Outgoing } from './outgoing/outgoing.ts';
import type { Asker } from './processes/fair-turns.ts';
import type { LimitBook } from './projects/limit-book.ts';
import type { SealedBox } from './secrets/sealed-box.ts';
import type { TableSketches } from './skills/sql/table-sketches.ts';
import type { Telemetry } from './telemetry/telemetry.ts';
import type { WebhookDispatcher } from './webhooks/dispatcher.ts';

/** What was opened at start and every verb may use. */
export interface Parts extends Telemetry {
  config: Config;
  log: FastifyBaseLogger;
  database: Database;
  blobs: BlobStore;
  jobs: JobQueue;
  events: EventLog;
  feed: EventFeed;
  webhooks: WebhookDispatcher;
  audit: AuditTrail;
  data: DataRoom;
  documents: DocumentReader;
  models: ModelCache;
  answering: AnsweringPool;
  importer: ModelImporter;
  progress: ProgressHub;
  limits: LimitBook;
  limitHits: LimitHits;
  keys: KeyRing;
  sessions: Sessions;
  /** Encrypts what users entrust: keys of providers, passwords of databases. */
  secrets: SealedBox;
  /** Undefined when no issuer of tokens is set. */
  tokens: TokenVerifier | undefined;
  outgoing: Outgoing;
  databases: Databases;
  sketches: TableSketches;
  switchboard: Switchboard;
  /** For files being written; on the same file system as the blobs, emptied at start. */
  temporaryDirectory: string;
}

/** Who asks. */
export interface Caller {
  /** Goes into `created_by`: the ID of a key, `oidc:` and the subject of a token; `local` in the open local mode. */
  readonly actor: string;
  readonly role: Role;
  /** IDs of the projects that the caller is limited to; undefined reaches all. */
  readonly projects: ReadonlySet<string> | undefined;
}

/** Who asks, and with what. The first argument of every verb. */
export interface Context extends Parts, Caller {}

/** Whoever sits at this machine while the service is open to it, and the service itself. */
export const localCaller: Caller = { actor: 'local', role: 'admin', projects: undefined };

/** Whose turn it is to use what many share. */
export function askerOf({ actor: caller }: Caller, project: string, signal?: AbortSignal): Asker {
  return { project, caller, signal };
}
