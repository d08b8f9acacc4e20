import { SibylError } from './error.ts';
import { backOff, sleep } from './retry.ts';

/** One event of a `text/event-stream`. */
export interface ServerSentEvent {
  /** Its number, in a numbered stream; otherwise empty. */
  id: string;
  event: string;
  data: string;
}

/** The service sends something every 15 s, so a stream without data for longer was cut. */
const silenceMs = 60_000;
const reconnections = 10;

/** Yields the events of a response, by the rules of the HTML standard. Leaving the loop closes the connection. */
export async function* readEvents(response: Response): AsyncGenerator<ServerSentEvent, void> {
  const reader = response.body?.getReader();
  if (!reader) return;
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await readUnlessSilent(reader);
      if (done) return;
      const blocks = (rest + decoder.decode(value, { stream: true })).split(/\r\n\r\n|\n\n|\r\r/);
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const event = eventIn(block);
        if (event) yield event;
      }
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

async function readUnlessSilent(reader: ReadableStreamDefaultReader<Uint8Array>) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`silent for ${silenceMs / 1000} s`)), silenceMs);
  });
  return Promise.race([reader.read(), silence]).finally(() => clearTimeout(timer));
}

function eventIn(block: string): ServerSentEvent | undefined {
  const found = { id: '', event: 'message' };
  const data: string[] = [];
  for (const line of block.split(/\r\n|\n|\r/)) {
    const [, field, value] = /^([^:]*):? ?(.*)$/s.exec(line) ?? [];
    if (field === 'data') data.push(value);
    else if (field === 'id' || field === 'event') found[field] = value;
  }
  return data.length > 0 ? { ...found, data: data.join('\n') } : undefined;
}

export interface FollowOptions {
  signal?: AbortSignal | undefined;
  /** Opens the stream after the event with this number. */
  open: (lastEventId: string | undefined) => Promise<Response>;
  /** Returns whether the stream ends with this event. */
  isLast?: (event: ServerSentEvent) => boolean;
}

/**
 * Yields events and reopens a cut stream, until the last event.
 * @throws SibylError when it cannot be reopened
 */
export async function* follow({ signal, open, isLast }: FollowOptions): AsyncGenerator<ServerSentEvent, void> {
  let id: string | undefined;
  for (let attempt = 0; ; attempt += 1) {
    let failure: unknown = new Error('the service ended it');
    try {
      for await (const event of readEvents(await open(id))) {
        attempt = 0;
        id = event.id || id;
        yield event;
        if (isLast?.(event)) return;
      }
    } catch (error) {
      failure = error;
    }
    if (!isCut(failure, signal) || attempt >= reconnections) throw streamError(failure, signal);
    await sleep(backOff(attempt), signal);
  }
}

/** A refusal is final; a lost connection is reopened. */
function isCut(error: unknown, signal: AbortSignal | undefined): boolean {
  if (signal?.aborted) return false;
  return !SibylError.is(error) || error.code === 'unreachable' || error.status >= 502;
}

/** Returns the caller's error for a broken stream. */
export function streamError(error: unknown, signal: AbortSignal | undefined): unknown {
  if (signal?.aborted) return signal.reason;
  if (SibylError.is(error)) return error;
  const why = error instanceof Error ? error.message : String(error);
  return new SibylError({ code: 'stream_broken', detail: `The stream broke off (${why}).` }, { cause: error });
}
