/** A token of SQL. `name` was in backticks, `quoted` in double quotes: a name to DuckDB, a text to MySQL. */
export interface Token {
  kind: 'word' | 'name' | 'quoted' | 'text' | 'number' | 'sign';
  /** Without its quotes. */
  value: string;
  start: number;
  end: number;
  /** Of an opening parenthesis, the place of its closing one among the tokens; -1 where there is none. */
  close: number;
}

/** How a dialect writes texts, names and comments. */
export interface Spelling {
  /** Whether a backslash escapes the next sign inside of quotes. */
  backslashes: boolean;
  /** Whether names may stand in backticks. */
  backticks: boolean;
  /** Whether `$tag$ … $tag$` is a text. */
  dollars: boolean;
  /** Whether comments in comments need ends of their own. */
  nestedComments: boolean;
}

export const mysqlSpelling: Spelling = { backslashes: true, backticks: true, dollars: false, nestedComments: false };
export const duckdbSpelling: Spelling = { backslashes: false, backticks: false, dollars: true, nestedComments: true };

export interface Tokens {
  tokens: Token[];
  /** Where a quote or comment begins that has no end; nothing behind it was read. */
  open: number | undefined;
  /** How deep brackets of all kinds nest. */
  depth: number;
}

/** Maximum tokens of a text that is read on the main thread, which takes some milliseconds. */
export const mostTokens = 20_000;

/**
 * Reads SQL in one pass: no sign is looked at twice, and a quote or comment without an end is the end. It stops after
 * one token more than may be.
 */
export function readTokens(sql: string, spelling: Spelling): Tokens {
  const tokens: Token[] = [];
  let open: number | undefined;
  for (let at = 0; at < sql.length && open === undefined && tokens.length <= mostTokens; ) {
    const end = endOfBlank(sql, at, spelling);
    const token = end === at ? readToken(sql, at, spelling) : undefined;
    if (token !== undefined) tokens.push(token);
    if (end < 0 || (end === at && token === undefined)) open = at;
    at = token?.end ?? end;
  }
  return { tokens, open, depth: matchBrackets(tokens) };
}

/** Returns `at` when neither space nor comment begins here, and -1 for a comment without an end. */
function endOfBlank(sql: string, at: number, { nestedComments }: Spelling): number {
  const code = sql.charCodeAt(at);
  if (code > 47 && code < 128) return at; // neither a space nor - or /
  if (sql.startsWith('--', at)) return endOfLine(sql, at);
  if (sql.startsWith('/*', at)) return endOfComment(sql, at, nestedComments);
  return endOf(blanks, sql, at);
}

/** Signs that begin nothing longer. */
const plainSigns = new Set('()[]{},.;*+-/%=@:?&|^~#');
const blanks = /\s+/y;
const words = /[\p{L}_][\p{L}\p{N}_$]*/uy;
const numbers = /\d+(?:\.\d+)?(?:e[+-]?\d+)?/iy;
const tags = /\$\w*\$/y;

function endOf(pattern: RegExp, sql: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(sql) ? pattern.lastIndex : at;
}

function endOfLine(sql: string, at: number): number {
  const end = sql.indexOf('\n', at);
  return end < 0 ? sql.length : end;
}

function endOfComment(sql: string, start: number, isNested: boolean): number {
  let depth = 1;
  for (let at = start + 2; at < sql.length - 1; at += 1) {
    if (sql[at] === '*' && sql[at + 1] === '/') depth -= 1;
    else if (isNested && sql[at] === '/' && sql[at + 1] === '*') depth += 1;
    else continue;
    at += 1;
    if (depth === 0) return at + 1;
  }
  return -1;
}

/** Returns undefined for a quote without an end. */
function readToken(sql: string, at: number, spelling: Spelling): Token | undefined {
  const sign = sql[at];
  if (plainSigns.has(sign)) return tokenOf('sign', sign, at, at + 1);
  if (sign === "'") return readQuoted(sql, at, 'text', spelling.backslashes);
  if (sign === '"') return readQuoted(sql, at, 'quoted', spelling.backslashes);
  if (sign === '`' && spelling.backticks) return readQuoted(sql, at, 'name', false);
  if (sign === '$' && spelling.dollars && endOf(tags, sql, at) > at) return readDollars(sql, at);
  const end = endOf(words, sql, at);
  if (end > at) return tokenOf('word', sql.slice(at, end), at, end);
  const last = endOf(numbers, sql, at);
  if (last > at) return tokenOf('number', sql.slice(at, last), at, last);
  const size = ['<=', '>=', '<>', '!='].some((pair) => sql.startsWith(pair, at)) ? 2 : lengthOf(sql, at);
  return tokenOf('sign', sql.slice(at, at + size), at, at + size);
}

function tokenOf(kind: Token['kind'], value: string, start: number, end: number): Token {
  return { kind, value, start, end, close: -1 };
}

/** A letter beyond the first 65,536 is two units long. */
function lengthOf(sql: string, at: number): number {
  return sql.codePointAt(at)! > 0xffff ? 2 : 1;
}

/** A doubled quote stands for itself. */
function readQuoted(sql: string, start: number, kind: 'text' | 'quoted' | 'name', escapes: boolean): Token | undefined {
  const quote = sql[start];
  let isPlain = true;
  for (let at = start + 1; at < sql.length; at += 1) {
    const isPair = escapes && sql[at] === '\\' ? true : sql[at] === quote && sql[at + 1] === quote;
    if (isPair) {
      isPlain = false;
      at += 1;
    } else if (sql[at] === quote) {
      const inner = sql.slice(start + 1, at);
      return tokenOf(kind, isPlain ? inner : unquote(inner, quote, escapes), start, at + 1);
    }
  }
  return undefined;
}

function unquote(text: string, quote: string, escapes: boolean): string {
  const single = text.replaceAll(quote + quote, quote);
  return escapes ? single.replace(/\\([\s\S])/g, '$1') : single;
}

function readDollars(sql: string, start: number): Token | undefined {
  const begin = endOf(tags, sql, start);
  const tag = sql.slice(start, begin);
  const end = sql.indexOf(tag, begin);
  return end < 0 ? undefined : tokenOf('text', sql.slice(begin, end), start, end + tag.length);
}

/** Sets where each parenthesis closes, and returns how deep brackets nest. */
function matchBrackets(tokens: readonly Token[]): number {
  const opened: number[] = [];
  let depth = 0;
  let deepest = 0;
  for (let at = 0; at < tokens.length; at += 1) {
    const { kind, value } = tokens[at];
    if (kind !== 'sign') continue;
    if (value === '(') opened.push(at);
    else if (value === ')' && opened.length > 0) tokens[opened.pop()!].close = at;
    if (value === '(' || value === '[' || value === '{') deepest = Math.max(deepest, ++depth);
    else if ((value === ')' || value === ']' || value === '}') && depth > 0) depth -= 1;
  }
  return deepest;
}
