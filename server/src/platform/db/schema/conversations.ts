import type { Json } from '../json.ts';
import type { Fixed, RecordTable } from './record.ts';

export interface ConversationSchema {
  conversations: ConversationTable;
  messages: MessageTable;
  trace_steps: TraceStepTable;
}

export interface ConversationTable extends RecordTable {
  agent_id: Fixed<string>;
  /** The start of its first question. */
  name: string;
  message_count: number;
  /** ID of the running turn, and until when its lease lasts; null when no turn runs. */
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
  /** Status, citations and usage of an assistant's message. */
  answer: Fixed<Json | null>;
  created_at: Fixed<string>;
}

/** One step of a turn, in order: a call of the language model or of a tool. */
export interface TraceStepTable {
  message_id: Fixed<string>;
  position: Fixed<number>;
  step: Fixed<Json>;
}
