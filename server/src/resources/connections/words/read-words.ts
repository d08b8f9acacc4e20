import { ServiceError } from '../../../errors.ts';

/** How an engine writes names and texts. */
export interface Spelling {
  /** Signs around names; only ASCII letters, digits and `_` are names without them. */
  nameQuotes: '"' | '`' | '"`';
  /** Signs around texts. */
  textQuotes: "'" | `'"`;
  /** Whether a backslash escapes the next sign in texts and names. */
  backslashes: boolean;
  /** Whether a colon is part of casts and paths, not of parameters. */
  colons?: boolean;
}

export interface Word {
  kind: 'name' | 'quoted' | 'text' | 'number' | 'sign';
  /** Names without quotes and signs as written; quoted ones without their quotes. */
  text: string;
}

const mostCharacters = 50_000;
const mostWords = 5000;
const signs = new Set('()[],.;*+-/%=<>!|&^~');

export function refused(detail: string): ServiceError {
  return new ServiceError('query_refused', detail);
}

/**
 * Splits SQL into words, and refuses every form that engines split differently: comments with a meaning, signs of
 * variables and parameters, names with other letters outside of quotes, numbers that run into names.
 * @throws ServiceError `query_refused`, `query_failed`
 */
export function readWords(sql: string, spelling: Spelling): Word[] {
  if (sql.length > mostCharacters) throw refused(`The text is longer than ${mostCharacters} characters.`);
  if (sql.includes('\0')) throw refused('The text holds a NUL character.');
  const words: Word[] = [];
  let at = 0;
  while (at < sql.length) {
    const { end, word } = readOne(sql, at, spelling);
    if (word) words.push(word);
    if (words.length > mostWords) throw refused(`The query has more than ${mostWords} words and signs.`);
    at = end;
  }
  return words;
}

interface Read {
  end: number;
  word?: Word;
}

function readOne(sql: string, at: number, spelling: Spelling): Read {
  const sign = sql[at];
  if (/[ \t\r\n]/.test(sign)) return { end: at + 1 };
  if (sql.startsWith('--', at)) return readLineComment(sql, at);
  if (sql.startsWith('/*', at)) return readComment(sql, at);
  if (sql.startsWith('//', at)) throw refused('The sign // is not allowed; write comments as -- or /* */.');
  if (spelling.textQuotes.includes(sign)) return readQuoted(sql, at, 'text', spelling);
  if (spelling.nameQuotes.includes(sign)) return readQuoted(sql, at, 'quoted', spelling);
  if (/[A-Za-z_]/.test(sign)) return readMatch(sql, at, /[A-Za-z_]\w*/y, 'name');
  if (/\d/.test(sign) || /^\.\d/.test(sql.slice(at, at + 2))) return readNumber(sql, at);
  if (signs.has(sign) || (sign === ':' && spelling.colons)) return { end: at + 1, word: { kind: 'sign', text: sign } };
  throw refused(`The sign ${JSON.stringify(sign)} is not allowed outside of quotes.`);
}

/** Some engines end a line at a carriage return, others do not; some need a space after the dashes. */
function readLineComment(sql: string, at: number): Read {
  const end = sql.indexOf('\n', at);
  const text = sql.slice(at, end < 0 ? sql.length : end).replace(/\r$/, '');
  if (!/^--(?:[ \t]|$)/.test(text)) throw refused('Write a space after the -- of a comment.');
  if (text.includes('\r')) throw refused('A comment holds a carriage return.');
  return { end: end < 0 ? sql.length : end };
}

/** Some engines execute or obey comments of special forms, and some let them nest. */
function readComment(sql: string, at: number): Read {
  const end = sql.indexOf('*/', at + 2);
  if (end < 0) throw refused('A comment has no end.');
  const text = sql.slice(at + 2, end);
  if (/^M?[!+]/i.test(text) || text.includes('/*')) throw refused('This form of comment is not allowed.');
  return { end: end + 2 };
}

/** A doubled quote stands for itself; what engines without this rule make of it ends at the same place. */
function readQuoted(sql: string, at: number, kind: 'text' | 'quoted', { backslashes }: Spelling): Read {
  const quote = sql[at];
  if (backslashes && sql.startsWith(quote.repeat(3), at)) throw refused('Three quotes in a row are not allowed.');
  let text = '';
  for (let index = at + 1; index < sql.length; index += 1) {
    if (backslashes && sql[index] === '\\') {
      if (kind === 'quoted') throw refused('A backslash in a name is not allowed.');
      index += 1;
    } else if (sql[index] === quote) {
      if (sql[index + 1] !== quote) return { end: index + 1, word: { kind, text } };
      if (backslashes && kind === 'quoted') throw refused('A quote in a name is not allowed.');
      index += 1;
    }
    text += sql[index] ?? '';
  }
  throw new ServiceError('query_failed', `The SQL cannot be read: a ${quote} has no end.`);
}

/** `1from t` is a number and a word to some engines, and a name to others. */
function readNumber(sql: string, at: number): Read {
  const read = readMatch(sql, at, /(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y, 'number');
  if (/[\w$]/.test(sql[read.end] ?? '')) throw refused('A number runs into a word; write a space between them.');
  return read;
}

function readMatch(sql: string, at: number, pattern: RegExp, kind: Word['kind']): Read {
  pattern.lastIndex = at;
  const [text] = pattern.exec(sql) ?? [''];
  return { end: at + text.length, word: { kind, text } };
}

export function isSign(word: Word | undefined, sign: string): boolean {
  return word?.kind === 'sign' && word.text === sign;
}

export function isWord(word: Word | undefined, ...names: readonly string[]): boolean {
  return word?.kind === 'name' && names.includes(word.text.toLowerCase());
}

export function isNameLike({ kind }: Word): boolean {
  return kind === 'name' || kind === 'quoted';
}
