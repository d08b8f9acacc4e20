import { type Token, unreadable } from './tokens.ts';

/** Reads a statement token by token. */
export class Reader {
  readonly #sql: string;
  readonly #tokens: readonly Token[];
  #at = 0;

  constructor(sql: string, tokens: readonly Token[]) {
    this.#sql = sql;
    // A semicolon may end the statement.
    this.#tokens = tokens.at(-1)?.value === ';' ? tokens.slice(0, -1) : tokens;
  }

  get isDone(): boolean {
    return this.#at >= this.#tokens.length;
  }

  /** Consumes these words if they come next, in any case. */
  accept(...words: string[]): boolean {
    const are = words.every((word, index) => isWord(this.#tokens[this.#at + index], word));
    if (are) this.#at += words.length;
    return are;
  }

  expect(word: string): void {
    if (!this.accept(word)) throw unreadable(`${word.toUpperCase()} is expected ${this.#place()}`);
  }

  isNext(...words: string[]): boolean {
    return words.some((word) => isWord(this.#tokens[this.#at], word));
  }

  name(): string {
    const token = this.#tokens[this.#at];
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
    const token = this.#tokens[this.#at];
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

  /** Returns the text between a parenthesis and its match. */
  parenthesis(): string {
    const first = this.#tokens[this.#at];
    this.expect('(');
    for (let depth = 1; !this.isDone; this.#at += 1) {
      const { kind, value, start } = this.#tokens[this.#at];
      if (kind === 'sign' && value === '(') depth += 1;
      if (kind === 'sign' && value === ')') depth -= 1;
      if (depth > 0) continue;
      this.#at += 1;
      return this.#sql.slice(first.end, start).trim();
    }
    throw unreadable('a parenthesis is opened and not closed');
  }

  end(): void {
    if (!this.isDone) throw unreadable(`nothing is expected any more ${this.#place()}`);
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
    const token = this.#tokens[this.#at];
    return token === undefined ? 'at the end' : `at ${JSON.stringify(token.value)}`;
  }
}

function isWord(token: Token | undefined, word: string): boolean {
  return (token?.kind === 'word' || token?.kind === 'sign') && token.value.toLowerCase() === word.toLowerCase();
}
