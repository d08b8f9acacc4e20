import type { Json } from '../json.ts';
import type { Defaulted, Fixed, RecordTable } from './record.ts';

export interface ChatbotSchema {
  chatbots: ChatbotTable;
  chatbot_conversations: ChatbotConversationTable;
  chatbot_messages: ChatbotMessageTable;
  chatbot_installations: ChatbotInstallationTable;
  chatbot_install_states: ChatbotInstallStateTable;
}

export type ChatbotStatus = 'stopped' | 'starting' | 'running' | 'error';

export interface ChatbotTable extends RecordTable {
  project_id: Fixed<string>;
  /** Unique in its project. */
  name: string;
  /** Null after a forced deletion of its agent. */
  agent_id: string | null;
  channel_type: string;
  /** Settings of the channel, without secrets. */
  channel: Json;
  /** Secret settings by JSON pointer, sealed together. */
  sealed_secrets: string | null;
  params: Json;
  /** Rises with each change that a running chatbot must load. */
  settings_version: number;
  /** 1 when the chatbot should run; `status` is how it does. */
  is_running: number;
  status: ChatbotStatus;
  /** A sentence that the user can act on. */
  last_error: string | null;
  /** The bot's identity on its platform, once known. */
  identity: Json | null;
  last_message_at: string | null;
  /** Origins of pages that could not show the widget, the latest first. */
  refused_origins: Defaulted<Json | null>;
  /** Number of the last event that was looked at for alarms to post; null where none are posted. */
  alarms_position: Defaulted<number | null>;
  received_count: number;
  answered_count: number;
  failed_count: number;
  /** ID of the process that runs the chatbot, and until when that lease lasts. */
  lease: string | null;
  lease_until: string | null;
}

export interface ChatbotConversationTable {
  id: Fixed<string>;
  chatbot_id: Fixed<string>;
  /** The platform's ID of the conversation; unique for the chatbot. */
  platform_key: Fixed<string>;
  author_name: string;
  /** ID of the message after which the agent's memory begins (`/reset`). */
  begins_after: string | null;
  created_at: Fixed<string>;
  updated_at: string;
  message_count: number;
}

/** Received and sent messages of chatbots: queue and history in one table. */
export interface ChatbotMessageTable {
  id: Fixed<string>;
  chatbot_id: Fixed<string>;
  conversation_id: Fixed<string>;
  direction: Fixed<'in' | 'out'>;
  /** The platform's ID of a received message, unique for the chatbot; null for sent ones. */
  received_id: Fixed<string | null>;
  /** The platform's ID of a sent message; null until known, and for received ones. */
  posted_id: string | null;
  /** Sort key in the platform's order. */
  platform_order: Fixed<string>;
  author_id: Fixed<string | null>;
  author_name: Fixed<string | null>;
  text: string;
  /** Received: `text`, `attachment`, `document`, `over_limit`. Sent: `answer`, `notice`, `apology`, `handover`, `file`, `alarm`. */
  kind: string;
  /** What the channel needs to address a reply. */
  address: Fixed<Json>;
  citations: Json | null;
  /** Sent: buttons below it, in order. */
  buttons: Defaulted<Json | null>;
  /** Sent: a chart or a table that goes as a file. Received: files that may be taken. */
  attachment: Defaulted<Json | null>;
  /** ID of the received message that this one answers. */
  reply_to: Fixed<string | null>;
  /**
   * Received: waiting → answering → answered | failed, or ignored. Sent: drafting → waiting → sending → sent | failed.
   */
  status: MessageStatus;
  attempts: number;
  /** Earliest time of the next attempt. */
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

/** A workspace that the app of a chatbot was installed to. */
export interface ChatbotInstallationTable {
  id: Fixed<string>;
  chatbot_id: Fixed<string>;
  /** The platform's ID of the workspace; unique for the chatbot. */
  tenant: Fixed<string>;
  name: string;
  /** Who the bot is there. */
  bot_id: string;
  /** Null where the platform has none for each workspace. */
  sealed_token: string | null;
  /** Of the last time it was installed. */
  created_at: string;
}

/** An installation that was begun; deleted when it is finished, so that it is finished once. */
export interface ChatbotInstallStateTable {
  id: Fixed<string>;
  chatbot_id: Fixed<string>;
  expires_at: Fixed<string>;
}
