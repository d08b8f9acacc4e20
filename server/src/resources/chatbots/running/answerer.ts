import type { ReplyCitation } from '../../../platform/channels/platform.ts';
import type { ChatbotRow } from '../store.ts';

/** A user's question with the messages before it; the last message is the question. */
export interface Question {
  chatbot: ChatbotRow;
  messages: { role: 'user' | 'assistant'; content: string }[];
  /** Whether a person is available for what the agent cannot answer. */
  mayHandOver: boolean;
}

export interface Answered {
  /** Markdown. */
  text: string;
  citations: ReplyCitation[];
  traceId: string | null;
  /** A Vega-Lite specification with its data. */
  chart?: Record<string, unknown>;
  /** False when the agent says that it cannot answer. */
  canAnswer: boolean;
  /** Questions that ask the other readings of the question. */
  alternatives?: string[];
  /** False when it does not rest on what was looked up. */
  grounded?: boolean | undefined;
}

/**
 * Asks the chatbot's agent. `onText` receives the text so far. A rejection is temporary, except for a `ServiceError`
 * with a 4xx status other than 408 and 429.
 */
export type Answerer = (
  question: Question,
  onText: (textSoFar: string) => void,
  signal: AbortSignal,
) => Promise<Answered>;

/** Stores how somebody in a chat rates an answer of the agent. */
export type Rater = (chatbot: ChatbotRow, traceId: string, rating: 'up' | 'down') => Promise<void>;

export interface ChatDocument {
  name: string;
  mediaType: string;
  bytes: Uint8Array;
  /** ID of the conversation that it was sent in. */
  conversation: string;
}

/**
 * Stores a document in a knowledge base. Returns why its kind cannot be stored, undefined when it was; rejects with an
 * error that says what is wrong with the document, or with a temporary failure.
 */
export type DocumentKeeper = (
  chatbot: ChatbotRow,
  knowledgeBase: string,
  document: ChatDocument,
  signal: AbortSignal,
) => Promise<string | undefined>;
