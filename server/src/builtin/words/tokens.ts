/** A token of a question: a word, number, date, quoted text or sign. */
export interface Token {
  kind: 'word' | 'number' | 'date' | 'quoted' | 'sign';
  /** Lower case; quoted text unchanged. */
  text: string;
  /** For a number. */
  value?: number;
  /** Whether a hyphen joins it to the previous token, as in "3-room". */
  joined?: boolean;
  /** Whether it begins with a capital letter in the midst of a sentence, as names do. */
  capital?: boolean;
}

const pattern =
  /(?<date>\b\d{4}-\d{2}(?:-\d{2})?\b)|(?<quoted>"[^"]*"|(?<![\p{L}\d])'[^']*'(?![\p{L}\d]))|(?<number>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|(?<![\p{L}\d])\.\d+)(?<times>k|m|bn|\s(?:thousand|million|billion)s?)?(?![\p{L}\d])|(?<word>\p{L}[\p{L}\p{N}]*|\d+\p{L}[\p{L}\p{N}]*)|(?<sign>>=|<=|<>|!=|[^\s\p{L}\p{N}_-]|-)/giu;
const factors: Record<string, number> = { k: 1e3, m: 1e6, bn: 1e9, thousand: 1e3, million: 1e6, billion: 1e9 };
const splitUnit = /(?<![\p{L}\d_.])(\d+(?:[.,]\d+)*)(?!k\b|m\b|bn\b|m2\b)(\p{L}{2,})/giu;
/** Marks and grades end with a sign that tells them apart: "A-", "BB+", "0+" is no grade. */
const grade = /(?<![\p{L}\p{N}])(\p{Lu}{1,3})([+-])(?![\p{L}\p{N}+-])/gu;
const nameGrades = (text: string) =>
  text.replaceAll(grade, (_, letters: string, sign: string) => `${letters}${sign === '+' ? 'plus' : 'minus'}`);
const sentenceSigns = new Set(['?', '!', '.', ';', '_']);

/** Maximum characters of a question that is split into tokens; reading takes the square of their number. */
export const longestText = 1000;

/** An abbreviation and its full form. */
export type Rewrite = readonly [from: RegExp, to: string];

/**
 * Splits a question into tokens. Hyphens and underscores separate words ("3-room", "south_side"); a hyphen between
 * numbers stays, for "500-700".
 */
export function tokenize(question: string, rewrites: readonly Rewrite[] = []): Token[] {
  let text = question.normalize('NFC').replaceAll(/[’‘`]/g, "'").replaceAll(/[“”]/g, '"');
  for (const [from, to] of rewrites) text = text.replaceAll(from, to);
  text = nameGrades(text)
    .replace(splitUnit, '$1 $2')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replaceAll(/(?<=\p{L})'(?=\p{L})|_/gu, ' ');
  const tokens = [...text.matchAll(pattern)].map((match) => ({
    ...readToken(match),
    joined: isJoined(text, match.index),
    ...(match.index > 0 && /^\p{Lu}/u.test(match[0]) ? { capital: true } : {}),
  }));
  return tokens.filter((token, at) => {
    if (token.text === '-') return tokens[at - 1]?.kind === 'number' && tokens[at + 1]?.kind === 'number';
    return !(
      token.kind === 'sign' &&
      sentenceSigns.has(token.text) &&
      (token.text !== ';' || at === tokens.length - 1)
    );
  });
}

function isJoined(text: string, at: number): boolean {
  return text[at - 1] === '-' && /[\p{L}\p{N}]/u.test(text[at - 2] ?? '');
}

function readToken({ groups = {} }: RegExpMatchArray): Token {
  const { date, quoted, number, times, word, sign } = groups;
  if (date) return { kind: 'date', text: date };
  if (quoted) return { kind: 'quoted', text: quoted.slice(1, -1) };
  if (number) {
    const factor = factors[times?.trim().toLowerCase().replace(/s$/, '') ?? ''] ?? 1;
    return { kind: 'number', text: number, value: Number(number.replaceAll(',', '')) * factor };
  }
  return word ? { kind: 'word', text: word.toLowerCase() } : { kind: 'sign', text: sign };
}

/** Returns the words of a name: `rentalPrice`, `rental_price` and "rental price" have the same two. */
export function wordsOfName(name: string): string[] {
  return nameGrades(name.normalize('NFC'))
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}
