/** The reply of a scripted language model in any protocol. */
export interface Reply {
  /** The text; an array arrives in as many pieces when streamed. */
  text?: string | string[];
  /** What it thinks beside the text, in OpenAI's protocol only. */
  thinks?: string[];
  tools?: { name: string; input: unknown }[];
  /** The model refuses to answer. */
  refuses?: boolean;
  /** Tokens read and written, and the price if the protocol has a field for it. */
  usage?: { input: number; output: number; cost?: number; cached?: number };
  /** A failure instead: status, headers and body. */
  fails?: { status: number; headers?: Record<string, string>; body?: unknown };
  /** Never sends a byte. */
  hangs?: boolean;
  /** Closes the connection in the middle of the answer. */
  breaks?: boolean;
  /** Says a part of its answer, and then nothing more. */
  stalls?: boolean;
  /** Waits before it answers. */
  afterMs?: number;
  /** The reply waits for it as well. */
  after?: Promise<void>;
}

/** A request to a provider. */
export interface Asked {
  method: string;
  path: string;
  headers: Record<string, string | string[] | undefined>;
  // biome-ignore lint/suspicious/noExplicitAny: each protocol has its own shape
  body: any;
  /** Resolves when the caller disconnected or got the whole response. */
  closed: Promise<'answered' | 'gone'>;
}

/** A protocol: how a reply is written, whole or streamed. */
export interface Protocol {
  whole(reply: Reply, model: string): unknown;
  pieces(reply: Reply, model: string): string[];
}

export function textsOf({ text = '' }: Reply): string[] {
  return [text].flat().filter((piece) => piece !== '');
}

export function usageOf({ usage }: Reply): { input: number; output: number } {
  return usage ?? { input: 7, output: 3 };
}

/** A string is used unchanged, so that a script can write broken arguments. */
export function argumentsOf(input: unknown): string {
  return typeof input === 'string' ? input : JSON.stringify(input);
}
