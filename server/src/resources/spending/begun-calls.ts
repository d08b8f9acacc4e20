import { closeSync, existsSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from '../../platform/db/schema.ts';
import { addSums, isTokenUse, keyOf, type TokenUse } from './store.ts';
import { type Counting, countUse } from './uncounted.ts';

/** Above this the file is written anew with the calls that still run. */
const mostBytes = 1024 * 1024;

/**
 * Calls that were begun, in a file beside the records: a call that runs when the process is killed costs tokens as well.
 * Lines are `{"begun": number, "use": …}` and `{"ended": number}`. Nothing is synced: the file outlives the process, not
 * a power cut.
 */
class BegunCalls {
  readonly #file: number;
  readonly #running = new Map<number, string>();
  #last = 0;
  #bytes = 0;

  constructor(path: string) {
    this.#file = openSync(path, 'a', 0o600);
    ftruncateSync(this.#file);
  }

  begin(use: TokenUse): () => void {
    const number = ++this.#last;
    const line = `${JSON.stringify({ begun: number, use })}\n`;
    this.#running.set(number, line);
    this.#write(line);
    return () => {
      if (this.#running.delete(number)) this.#write(`{"ended":${number}}\n`);
    };
  }

  /** What ends later is not noted any more: its descriptor may be another file by then. */
  close(): void {
    this.#running.clear();
    closeSync(this.#file);
  }

  #write(line: string): void {
    const isFull = this.#bytes > mostBytes;
    if (isFull) ftruncateSync(this.#file);
    const text = isFull ? [...this.#running.values()].join('') : line;
    this.#bytes = isFull ? text.length : this.#bytes + line.length;
    writeSync(this.#file, text);
  }
}

const openedOf = new WeakMap<Database, BegunCalls>();

/** Notes a call that begins; the function that is returned ends it. A full disk must not prevent the call. */
export function noteBegun(database: Database, use: TokenUse): () => void {
  try {
    const end = openedOf.get(database)?.begin(use);
    return () => {
      try {
        end?.();
      } catch {}
    };
  } catch {
    return () => {};
  }
}

/** Counts the calls that the process before left running, and notes those of this one. Returns what closes the file. */
export async function followBegunCalls(ctx: Counting, directory: string): Promise<() => void> {
  const path = join(directory, 'begun-calls.ndjson');
  for (const use of addedUp(readLeft(path))) await countUse(ctx, use);
  const calls = new BegunCalls(path);
  openedOf.set(ctx.database, calls);
  return () => {
    openedOf.delete(ctx.database);
    calls.close();
  };
}

/** Calls of the same sums are written at once: the service waits for it before it listens. */
function addedUp(uses: readonly TokenUse[]): TokenUse[] {
  const sums = new Map<string, TokenUse>();
  for (const use of uses) {
    const known = sums.get(keyOf(use));
    if (known) addSums(known, use);
    else sums.set(keyOf(use), use);
  }
  return [...sums.values()];
}

/** Returns what was begun and not ended. After a power cut lines may be anything. */
function readLeft(path: string): TokenUse[] {
  const left = new Map<number, TokenUse>();
  const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : [];
  for (const { begun, use, ended } of lines.flatMap(readLine)) {
    if (ended !== undefined) left.delete(ended);
    else if (begun !== undefined && isTokenUse(use)) left.set(begun, use);
  }
  return [...left.values()];
}

function readLine(line: string): { begun?: number; use?: unknown; ended?: number }[] {
  try {
    return [Object(JSON.parse(line))];
  } catch {
    return [];
  }
}
