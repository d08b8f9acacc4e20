import type { ReplyCitation } from '../../../platform/channels/platform.ts';
import type { ChatbotRow } from '../store.ts';

/** What somebody asked, with what was said before; the last message is the question. */
export interface Question {
  chatbot: ChatbotRow;
  messages: { role: 'user' | 'assistant'; content: string }[];
  /** Somebody is there to answer what the agent cannot. */
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
 * Asks the agent of the chatbot. `onText` gets the answer so far while it is being written. A rejection is temporary,
 * but for a `ServiceError` of status 4xx other than 408 and 429.
 */
export type Answerer = (
  question: Question,
  onText: (textSoFar: string) => void,
  signal: AbortSignal,
) => Promise<Answered>;
