/** What a scripted language model answers, whatever protocol it is asked in. */
export interface Reply {
  /** The text; an array comes in as many pieces where the answer is streamed. */
  text?: string | string[];
  tools?: { name: string; input: unknown }[];
  /** The model will not answer. */
  refuses?: boolean;
  /** Tokens read and written, and a price where the protocol has a place for it. */
  usage?: { input: number; output: number; cost?: number; cached?: number };
  /** A failure instead: the status, headers and body as they are sent. */
  fails?: { status: number; headers?: Record<string, string>; body?: unknown };
  /** Never sends a byte. */
  hangs?: boolean;
  /** Cuts the connection in the middle of the answer. */
  breaks?: boolean;
  /** Waits before it answers. */
  afterMs?: number;
}

/** What a provider was asked, as it came. */
export interface Asked {
  method: string;
  path: string;
  headers: Record<string, string | string[] | undefined>;
  // biome-ignore lint/suspicious/noExplicitAny: each protocol has its own shape
  body: any;
  /** Resolves once the asker has gone away or was answered in full. */
  closed: Promise<'answered' | 'gone'>;
}

/** One wire protocol: how a reply is written, whole or as the pieces of a stream. */
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

/** A string stands as it is, so that a script can write broken arguments. */
export function argumentsOf(input: unknown): string {
  return typeof input === 'string' ? input : JSON.stringify(input);
}
