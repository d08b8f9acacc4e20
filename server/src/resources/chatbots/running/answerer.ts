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
  /** False when the agent says that it cannot answer. */
  canAnswer: boolean;
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
