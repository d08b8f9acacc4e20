import type { Token } from '../../platform/data/sql-tokens.ts';
import { type Part, unreadable } from './tokens.ts';

/** Reads a part of a statement token by token, and each token once. */
export class Reader {
  readonly #part: Part;
  #at: number;

  constructor(part: Part) {
    this.#part = part;
    this.#at = part.from;
  }

  get isDone(): boolean {
    return this.#at >= this.#part.to;
  }

  /** Consumes these words if they come next, in any case. */
  accept(...words: string[]): boolean {
    const are = words.every((word, index) => isWord(this.#peek(index), word));
    if (are) this.#at += words.length;
    return are;
  }

  expect(word: string): void {
    if (!this.accept(word)) throw unreadable(`${word.toUpperCase()} is expected ${this.#place()}`);
  }

  isNext(...words: string[]): boolean {
    return words.some((word) => isWord(this.#peek(), word));
  }

  name(): string {
    const token = this.#peek();
    if (token === undefined || token.kind === 'sign' || token.kind === 'text')
      throw unreadable(`a name is expected ${this.#place()}`);
    this.#at += 1;
    return token.value;
  }

  /** Reads names separated by dots, such as project.model.2; the last may be a star. */
  path(): string[] {
    const path = [this.accept('*') ? '*' : this.name()];
    while (this.accept('.')) path.push(this.accept('*') ? '*' : this.name());
    return path;
  }

  /** Reads a text, number, JSON value, true, false or null. */
  value(): unknown {
    if (this.isNext('{', '[')) return this.json();
    const isNegative = this.accept('-');
    const token = this.#peek();
    if (token === undefined) throw unreadable(`a value is expected ${this.#place()}`);
    this.#at += 1;
    if (token.kind === 'number') return isNegative ? -Number(token.value) : Number(token.value);
    if (token.kind === 'text' || token.kind === 'quoted') return token.value;
    const word = token.value.toLowerCase();
    if (word === 'null') return null;
    if (word === 'true' || word === 'false') return word === 'true';
    if (token.kind === 'word') return token.value;
    throw unreadable(`a value is expected at ${JSON.stringify(token.value)}`);
  }

  /** Reads objects and lists, with Python's or JSON's quotes. */
  json(): unknown {
    if (this.accept('{')) return Object.fromEntries(this.#members('}', () => [String(this.value()), this.#after(':')]));
    if (this.accept('[')) return this.#members(']', () => this.json());
    return this.value();
  }

  /** Returns what stands between a parenthesis and its match, without reading it. */
  parenthesis(): Part {
    const close = this.#peek()?.close ?? -1;
    this.expect('(');
    const from = this.#at;
    if (close < 0) throw unreadable('a parenthesis is opened and not closed');
    this.#at = close + 1;
    return { ...this.#part, from, to: close };
  }

  end(): void {
    if (!this.isDone) throw unreadable(`nothing is expected any more ${this.#place()}`);
  }

  #peek(distance = 0): Token | undefined {
    const at = this.#at + distance;
    return at < this.#part.to ? this.#part.tokens[at] : undefined;
  }

  #members<Member>(closing: string, read: () => Member): Member[] {
    const members: Member[] = [];
    while (!this.accept(closing)) {
      members.push(read());
      if (!this.isNext(closing)) this.expect(',');
    }
    return members;
  }

  #after(sign: string): unknown {
    this.expect(sign);
    return this.json();
  }

  #place(): string {
    const token = this.#peek();
    return token === undefined ? 'at the end' : `at ${JSON.stringify(token.value)}`;
  }
}

function isWord(token: Token | undefined, word: string): boolean {
  return (token?.kind === 'word' || token?.kind === 'sign') && token.value.toLowerCase() === word.toLowerCase();
}
