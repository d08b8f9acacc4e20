import type { Json } from '../json.ts';
import type { Fixed, RecordTable } from './record.ts';

export interface ChatbotSchema {
  chatbots: ChatbotTable;
  chatbot_conversations: ChatbotConversationTable;
  chatbot_messages: ChatbotMessageTable;
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
