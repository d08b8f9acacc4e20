/**
 * The tables, an interface each, as the migrations build them on both engines.
 * Times are RFC 3339 UTC text with milliseconds (`Date.toISOString()`): they sort as text. Sizes are in bytes.
 */
import type { ColumnType, Generated, Kysely } from 'kysely';
import type { Json } from './json.ts';

export type Database = Kysely<Schema>;

export interface Schema {
  projects: ProjectTable;
  tables: TableTable;
  table_parts: TablePartTable;
  models: ModelTable;
  model_versions: ModelVersionTable;
  jobs: JobTable;
  idempotency_keys: IdempotencyKeyTable;
  api_keys: ApiKeyTable;
  api_key_projects: ApiKeyProjectTable;
  skills: SkillTable;
  connections: ConnectionTable;
  agents: AgentTable;
  agent_versions: AgentVersionTable;
  agent_skills: AgentSkillTable;
  conversations: ConversationTable;
  messages: MessageTable;
  trace_steps: TraceStepTable;
  knowledge_bases: KnowledgeBaseTable;
  knowledge_documents: KnowledgeDocumentTable;
  knowledge_chunks: KnowledgeChunkTable;
  knowledge_vectors: KnowledgeVectorTable;
  knowledge_index: KnowledgeIndexTable;
  event_streams: EventStreamTable;
  events: EventTable;
  webhooks: WebhookTable;
  webhook_deliveries: WebhookDeliveryTable;
  audit_entries: AuditEntryTable;
  chatbots: ChatbotTable;
  chatbot_conversations: ChatbotConversationTable;
  chatbot_messages: ChatbotMessageTable;
}

/** Set once, at insert. */
type Fixed<Type> = ColumnType<Type, Type, never>;
/** May be left out at insert: the database puts its default. */
type Defaulted<Type> = ColumnType<Type, Type | undefined, Type>;

interface RecordTable {
  id: Fixed<string>;
  created_at: Fixed<string>;
  updated_at: string;
  /** ID of the key that made it, `local` in the open local mode; null when the service itself did. */
  created_by: string | null;
  /** Counts the changes, from 1: the ETag. */
  revision: Defaulted<number>;
}

export interface ProjectTable extends RecordTable {
  /** Unique. */
  name: string;
  description: string | null;
  metadata: Json | null;
  /** Limits of its own, below those of the service. */
  limits: Defaulted<Json | null>;
}

export interface TableTable extends RecordTable {
  project_id: Fixed<string>;
  /** Unique in its project. */
  name: string;
  columns: Json;
  row_count: number;
  byte_size: number;
}

/** One immutable Parquet file of a table; appending adds a part. */
export interface TablePartTable {
  id: Fixed<string>;
  table_id: Fixed<string>;
  /** Order of the parts in their table; unique there. */
  position: number;
  blob_key: string;
  row_count: number;
  byte_size: number;
}

export interface ModelTable extends RecordTable {
  project_id: Fixed<string>;
  /** Unique in its project. */
  name: string;
  target: string;
  /** The version that answers; null until one is complete. */
  active_version: number | null;
  latest_version: number;
}

export type ModelStatus = 'queued' | 'training' | 'complete' | 'failed' | 'cancelled';

export interface ModelVersionTable {
  model_id: Fixed<string>;
  version: Fixed<number>;
  status: ModelStatus;
  task: string | null;
  source: Json;
  options: Json;
  progress: Json | null;
  /** Headline metric, 0-1. */
  accuracy: number | null;
  accuracies: Json | null;
  inputs: Json | null;
  row_count: number | null;
  training_seconds: number | null;
  /** A sentence that its user can act on. */
  error: string | null;
  blob_key: string | null;
  description: Json | null;
  snapshot_key: string | null;
  job_id: string | null;
  created_at: Fixed<string>;
  started_at: string | null;
  finished_at: string | null;
}

export type JobState = 'queued' | 'running';

/** Work to do or being done; a job that is finished, cancelled or given up is deleted. */
export interface JobTable {
  id: Fixed<string>;
  kind: Fixed<string>;
  payload: Fixed<Json>;
  state: JobState;
  /** Runs that failed so far. */
  attempts: number;
  max_attempts: Fixed<number>;
  run_at: string;
  /** Names this run of it, until when it is believed to go on without a sign of life. Null unless running. */
  lease: string | null;
  lease_until: string | null;
  last_error: string | null;
  created_at: Fixed<string>;
}

/** A request that must not be done twice, and what it was answered. */
export interface IdempotencyKeyTable {
  /** Caller, address and the `Idempotency-Key` header. */
  key: Fixed<string>;
  /** Hash of the body. */
  fingerprint: Fixed<string>;
  /** Null while the first request is still being answered. */
  answer: Json | null;
  created_at: Fixed<string>;
}

export interface ApiKeyTable extends RecordTable {
  /** Unique. */
  name: string;
  role: 'admin' | 'editor' | 'viewer' | 'predictor';
  /** 1 when the key reaches all projects; 0 when only those of `api_key_projects`, be there any or none. */
  every_project: number;
  secret_hash: string;
  /** The secret before the last rotation, and until when it still holds. */
  former_hash: string | null;
  former_until: string | null;
  expires_at: string | null;
  last_used_at: string | null;
}

/** A project that a key is limited to. */
export interface ApiKeyProjectTable {
  key_id: Fixed<string>;
  project_id: Fixed<string>;
}

export type SkillType = 'sql' | 'knowledge' | 'predict' | 'http' | 'mcp' | 'agent';

export interface SkillTable extends RecordTable {
  project_id: Fixed<string>;
  /** Unique in its project. */
  name: string;
  type: Fixed<SkillType>;
  description: string;
  /** Checked by the schema of its type; secrets inside are sealed. */
  params: Json;
}

/** Somebody's database. */
export interface ConnectionTable extends RecordTable {
  project_id: Fixed<string>;
  /** Unique in its project. */
  name: string;
  engine: Fixed<'postgresql'>;
  /** Secrets inside are sealed. */
  parameters: Json;
  /** What the last test found; a change of the parameters makes it `untested` again. */
  status: 'untested' | 'ok' | 'failed';
  last_error: string | null;
  tested_at: string | null;
}

export interface AgentTable extends RecordTable {
  project_id: Fixed<string>;
  /** Unique in its project. */
  name: string;
  /** Of the settings that hold; rises by one with each change of them. */
  version: number;
  /** Key of the provider that the settings name; null when none was given. */
  sealed_api_key: string | null;
}

/** The settings of an agent at one time; never changed. */
export interface AgentVersionTable {
  agent_id: Fixed<string>;
  version: Fixed<number>;
  settings: Fixed<Json>;
  created_at: Fixed<string>;
  created_by: Fixed<string | null>;
}

/** A skill that an agent may use now. */
export interface AgentSkillTable {
  agent_id: Fixed<string>;
  skill_id: Fixed<string>;
  /** Order in which the skills were given, from 0. */
  position: number;
}

export interface ConversationTable extends RecordTable {
  agent_id: Fixed<string>;
  /** The beginning of its first question. */
  name: string;
  message_count: number;
  /** Names the answer being made, and until when that is believed to go on; null while nobody is answered. */
  turn: string | null;
  turn_until: string | null;
}

export interface MessageTable {
  id: Fixed<string>;
  conversation_id: Fixed<string>;
  /** Order in the conversation, from 0; unique there. */
  position: Fixed<number>;
  role: Fixed<'system' | 'user' | 'assistant'>;
  content: Fixed<string>;
  /** Of an assistant's message: how it came about (status, citations, usage). */
  answer: Fixed<Json | null>;
  created_at: Fixed<string>;
}

/** What happened on the way to an answer, in order: a call of the language model or of a tool. */
export interface TraceStepTable {
  message_id: Fixed<string>;
  position: Fixed<number>;
  step: Fixed<Json>;
}

export interface KnowledgeBaseTable extends RecordTable {
  project_id: Fixed<string>;
  /** Unique in its project. */
  name: string;
  description: string;
  metadata: Json;
  /** How its words are analysed; fixed, as all that is indexed hangs on it. */
  language: Fixed<'english' | 'none'>;
  /** Provider, model and dimension of its vectors; null when it is searched by words alone. */
  embedding: Json | null;
  /** Rises when another embedding is set: vectors of a former generation are not compared with. */
  embedding_generation: number;
  /** The job that makes vectors; null when none is to be made. */
  embedding_job_id: string | null;
  /** Why vectors are missing, in a sentence for its user. */
  embedding_error: string | null;
  /** Address and model that put what was found in a better order; null when none does. */
  rerank: Json | null;
  document_count: number;
  chunk_count: number;
  /** Terms of all chunks together. */
  term_count: number;
}

export interface KnowledgeDocumentTable extends RecordTable {
  base_id: Fixed<string>;
  /** Where it comes from, such as a file's name; unique in its base. */
  name: string;
  format: string;
  title: string | null;
  metadata: Json;
  /** Of the file as it was sent. */
  byte_size: number;
  character_count: number;
  chunk_count: number;
  term_count: number;
  /** What was read from the file, in Markdown where it has structure. */
  text: string;
}

/** A passage of a document. Offsets into the document's text, in UTF-16 units. */
export interface KnowledgeChunkTable {
  id: Generated<number>;
  base_id: Fixed<string>;
  document_id: Fixed<string>;
  /** Order in the document, from 0. */
  position: number;
  heading: string;
  start_offset: number;
  end_offset: number;
  term_count: number;
  /** Analysed terms of title and headings, separated by single spaces. */
  heading_terms: string;
  terms: string;
  content: string;
}

export interface KnowledgeVectorTable {
  chunk_id: Fixed<number>;
  base_id: Fixed<string>;
  generation: number;
  /** float32, little endian, of length one. */
  vector: Uint8Array;
}

/** SQLite's full-text index over the chunks, kept by triggers; PostgreSQL has a column of `knowledge_chunks` instead. */
interface KnowledgeIndexTable {
  rowid: Fixed<number>;
}

/** What happened in one project, or in the service as a whole, numbered without a gap. */
export interface EventStreamTable {
  /** ID of the project, or `service`. */
  id: Fixed<string>;
  project_id: Fixed<string | null>;
  /** Number of the last event; 0 before the first. */
  last_sequence: number;
}

export interface EventTable {
  stream_id: Fixed<string>;
  /** Rises by one from event to event of a stream, in the order in which they became visible. */
  sequence: Fixed<number>;
  id: Fixed<string>;
  type: Fixed<string>;
  subject: Fixed<string>;
  time: Fixed<string>;
  data: Fixed<Json>;
}

export interface WebhookTable extends RecordTable {
  project_id: Fixed<string>;
  /** Unique in its project. */
  name: string;
  url: string;
  /** Types of events that it wants; null for all. */
  types: Json | null;
  enabled: number;
  disabled_reason: string | null;
  /** Sealed; so is the one of before, which holds until `former_until`. */
  secret: string;
  former_secret: string | null;
  former_until: string | null;
  /** Number of the last event that was put down to be sent. */
  position: number;
  failing_since: string | null;
}

export type DeliveryStatus = 'pending' | 'delivered' | 'failed';

/** An event that a webhook is to send, or has sent. */
export interface WebhookDeliveryTable {
  id: Fixed<string>;
  webhook_id: Fixed<string>;
  /** Of the event in the project of the webhook. */
  sequence: Fixed<number>;
  event_id: Fixed<string>;
  event_type: Fixed<string>;
  status: DeliveryStatus;
  attempts: number;
  /** When it is to be tried; while it is being tried, when another may. Null unless pending. */
  next_attempt_at: string | null;
  last_attempt_at: Defaulted<string | null>;
  response_status: Defaulted<number | null>;
  error: Defaulted<string | null>;
  created_at: Fixed<string>;
}

/** Who did what from where, and how it ended. */
export interface AuditEntryTable {
  id: Fixed<string>;
  time: Fixed<string>;
  /** Null for a caller that could not be told. */
  actor: Fixed<string | null>;
  role: Fixed<string | null>;
  address: Fixed<string | null>;
  request_id: Fixed<string>;
  action: Fixed<string>;
  /** Outlives its project. */
  project_id: Fixed<string | null>;
  /** Address of what it was done to, without its query. */
  subject: string;
  outcome: 'begun' | 'done' | 'refused' | 'failed';
  status: number | null;
  code: string | null;
}
export type ChatbotStatus = 'stopped' | 'starting' | 'running' | 'error';

export interface ChatbotTable extends RecordTable {
  project_id: Fixed<string>;
  /** Unique in its project. */
  name: string;
  /** Null once its agent was deleted by force. */
  agent_id: string | null;
  channel_type: string;
  /** Settings of the channel without the secret ones. */
  channel: Json;
  /** Secret settings by their pointer, sealed together. */
  sealed_secrets: string | null;
  params: Json;
  /** Rises with every change that a running bot must take up. */
  settings_version: number;
  /** 1 when it is meant to run; `status` says how that goes. */
  is_running: number;
  status: ChatbotStatus;
  /** A sentence that its user can act on. */
  last_error: string | null;
  /** Who it is on its platform, once that was asked. */
  identity: Json | null;
  last_message_at: string | null;
  received_count: number;
  answered_count: number;
  failed_count: number;
  /** Names the process that runs it, until when that is believed to be alive. */
  lease: string | null;
  lease_until: string | null;
}

export interface ChatbotConversationTable {
  id: Fixed<string>;
  chatbot_id: Fixed<string>;
  /** What the platform calls the conversation; unique for the chatbot. */
  platform_key: Fixed<string>;
  author_name: string;
  /** ID of the message that the agent's memory begins after: a `/reset`. */
  begins_after: string | null;
  created_at: Fixed<string>;
  updated_at: string;
  message_count: number;
}

/** Inbox and outbox of chatbots, and the history of their conversations. */
export interface ChatbotMessageTable {
  id: Fixed<string>;
  chatbot_id: Fixed<string>;
  conversation_id: Fixed<string>;
  direction: Fixed<'in' | 'out'>;
  /** The platform's ID of what came in, unique for the chatbot; null for what goes out. */
  received_id: Fixed<string | null>;
  /** The platform's ID of what was posted; null until it told, and for what came in. */
  posted_id: string | null;
  /** Sorts messages as the platform orders them. */
  platform_order: Fixed<string>;
  author_id: Fixed<string | null>;
  author_name: Fixed<string | null>;
  text: string;
  /** In: `text`, `attachment`, `over_limit`. Out: `answer`, `notice`, `apology`, `handover`. */
  kind: string;
  /** What a reply needs to find its way. */
  address: Fixed<Json>;
  citations: Json | null;
  /** ID of the message that it answers. */
  reply_to: Fixed<string | null>;
  /** In: waiting → answering → answered | failed, or ignored. Out: drafting → waiting → sending → sent | failed. */
  status: MessageStatus;
  attempts: number;
  /** Not before this time. */
  run_at: string | null;
  error: string | null;
  trace_id: string | null;
  created_at: Fixed<string>;
  settled_at: string | null;
}

export type MessageStatus =
  | 'waiting'
  | 'answering'
  | 'answered'
  | 'ignored'
  | 'drafting'
  | 'sending'
  | 'sent'
  | 'failed';
