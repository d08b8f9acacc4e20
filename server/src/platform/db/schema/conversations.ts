import type { Json } from '../json.ts';
import type { Fixed, RecordTable } from './record.ts';

export interface ConversationSchema {
  conversations: ConversationTable;
  messages: MessageTable;
  trace_steps: TraceStepTable;
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
