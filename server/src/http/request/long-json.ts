import { setTimeout as pause } from 'node:timers/promises';
import { ServiceError } from '../../errors.ts';
import { escapePointer } from '../reply/input-faults.ts';
import { brokenAfter, brokenJson, findFault, parseJsonBody, refuseUnwritable } from './json-body.ts';
import { BracketFault, findCuts, type LongValue, pieceLength } from './json-cuts.ts';

/**
 * Parses a long JSON body like `parseJsonBody`, piece by piece. After each, the main thread is others' for as long as
 * it took.
 */
export async function parseLongJson(text: string): Promise<unknown> {
  const rest = restingAsLong();
  try {
    const root = await findCuts(text, rest);
    if (root === undefined) return parseJsonBody(text);
    refuseMore(text, root.end + 1);
    return await new PieceReader(text, rest).read(root, '');
  } catch (error) {
    const isBroken =
      error instanceof BracketFault || (error instanceof ServiceError && 'line' in (error.extensions ?? {}));
    if (!isBroken) throw error;
    // What goes wrong in a piece often comes from a fault before it, which only a parser of the whole finds.
    const fault = findFault(text);
    if (fault !== undefined) throw brokenJson(text, fault);
    throw error instanceof BracketFault ? brokenJson(text, error.offset) : error;
  }
}

/** Returns a pause that takes as long as what was done since the last one. */
function restingAsLong(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    await pause(performance.now() - since);
    since = performance.now();
  };
}

function refuseMore(text: string, from: number): void {
  const more = /[^ \t\r\n]/g;
  more.lastIndex = from;
  const found = more.exec(text);
  if (found !== null) throw brokenJson(text, found.index);
}

class PieceReader {
  readonly #text: string;
  readonly #rest: () => Promise<void>;

  constructor(text: string, rest: () => Promise<void>) {
    this.#text = text;
    this.#rest = rest;
  }

  read(value: LongValue, pointer: string): Promise<unknown> {
    return value.kind === 'text' ? this.#readText(value, pointer) : this.#readMembers(value, pointer);
  }

  async #readText({ start, end }: LongValue, pointer: string): Promise<string> {
    const parts: string[] = [];
    for (let at = start + 1, next = at; at < end; at = next) {
      next = cutOfText(this.#text, at, end);
      const piece = `"${this.#text.slice(at, next)}"`;
      try {
        parts.push(JSON.parse(piece));
      } catch {
        throw this.#broken(piece, at);
      }
      refuseUnwritable(piece, parts.at(-1), () => pointer);
      await this.#rest();
    }
    return parts.join('');
  }

  async #readMembers(value: LongValue, pointer: string): Promise<unknown[] | object> {
    const whole = value.kind === 'array' ? [] : {};
    const ends = [...value.cuts, value.end];
    let [start, next] = [value.start + 1, 0];
    for (const end of ends) {
      const inner = value.inner[next];
      if (inner !== undefined && inner.start < end) {
        next += 1;
        const key = this.#keyBefore(value, start, inner.start, pointer);
        this.#refuseText(inner.end + 1, end);
        const name = Array.isArray(whole) ? whole.length : key;
        add(whole, key, await this.read(inner, `${pointer}/${escapePointer(String(name))}`));
      } else {
        const members = this.#parse(value, start, end, ends.length > 1);
        this.#check(whole, members, start, end, pointer);
        for (const [key, member] of Object.entries(members)) add(whole, key, member);
        await this.#rest();
      }
      start = end + 1;
    }
    return whole;
  }

  #parse({ kind }: LongValue, start: number, end: number, isPart: boolean): unknown[] | object {
    const piece = this.#text.slice(start, end);
    if (isPart && !/[^ \t\r\n]/.test(piece)) throw brokenJson(this.#text, end);
    const wrapped = kind === 'array' ? `[${piece}]` : `{${piece}}`;
    try {
      return JSON.parse(wrapped);
    } catch {
      throw this.#broken(wrapped, start);
    }
  }

  #broken(wrapped: string, start: number): ServiceError {
    const fault = findFault(wrapped);
    return fault === undefined ? brokenAfter(this.#text, start) : brokenJson(this.#text, start + fault - 1);
  }

  #check(whole: object, members: object, start: number, end: number, pointer: string): void {
    const shift = Array.isArray(whole) ? whole.length : undefined;
    refuseUnwritable(this.#text.slice(start, end), members, (inside) => {
      const shifted = shift === undefined ? inside : inside.replace(/^\/(\d+)/, (_, index) => `/${shift + +index}`);
      return pointer + shifted;
    });
  }

  /** The name of a long member of an object; empty before one of an array. Throws where anything else stands there. */
  #keyBefore({ kind }: LongValue, start: number, end: number, pointer: string): string {
    if (kind === 'array') {
      this.#refuseText(start, end);
      return '';
    }
    const wrapped = `{${this.#text.slice(start, end)}0}`;
    let keys: string[];
    try {
      keys = Object.keys(JSON.parse(wrapped));
    } catch {
      throw this.#broken(wrapped, start);
    }
    // A digit before the bracket would be one number with that 0.
    if (!/:\s*$/.test(this.#text.slice(start, end))) throw brokenJson(this.#text, end);
    const named = { [keys[0]]: 0 };
    this.#check({}, named, start, end, pointer);
    return keys[0];
  }

  #refuseText(start: number, end: number): void {
    const found = /[^ \t\r\n]/.exec(this.#text.slice(start, end));
    if (found !== null) throw brokenJson(this.#text, start + found.index);
  }
}

/** Returns where a piece of a text may end: never within an escape, nor within a character of two units. */
function cutOfText(text: string, start: number, end: number): number {
  const usual = start + pieceLength;
  let at = text.slice(start, usual).includes('\\') ? start : Math.max(start, usual - 1);
  let isHalf = false;
  while (at < end && (at - start < pieceLength || isHalf)) {
    const escaped = text[at] === '\\' ? text[at + 1] : undefined;
    const unit = escaped === 'u' ? Number.parseInt(text.slice(at + 2, at + 6), 16) : text.charCodeAt(at);
    isHalf = unit >= 0xd800 && unit < 0xdc00;
    at += escaped === undefined ? 1 : escaped === 'u' ? 6 : 2;
  }
  return Math.min(at, end);
}

/** Names like `__proto__` stay data. */
function add(whole: unknown[] | object, key: string, value: unknown): void {
  if (Array.isArray(whole)) whole.push(value);
  else Object.defineProperty(whole, key, { value, writable: true, enumerable: true, configurable: true });
}
