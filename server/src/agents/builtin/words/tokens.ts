/** A question cut into words, numbers, dates, quoted texts and signs. */
export interface Token {
  kind: 'word' | 'number' | 'date' | 'quoted' | 'sign';
  /** Lower case; of a quoted text as it stands. */
  text: string;
  /** Of a number. */
  value?: number;
  /** Whether a hyphen ties it to the token before, as in "3-room". */
  joined?: boolean;
}

const contractions: readonly [RegExp, string][] = [
  [/[’‘`]/g, "'"],
  [/[“”]/g, '"'],
  [/\b(can)'t\b/gi, '$1 not'],
  [/\bwon't\b/gi, 'will not'],
  [/n't\b/gi, ' not'],
  [/\b(what|where|who|how|which|there|it|that)'s\b/gi, '$1 is'],
  [/\b(what|where|who|how)s\b/gi, '$1 is'],
  [/'(ll|re|ve|d|m)\b/gi, ' '],
  [/'s\b/gi, ''],
];

const pattern =
  /(?<date>\b\d{4}-\d{2}(?:-\d{2})?\b)|(?<quoted>"[^"]*"|(?<![\p{L}\d])'[^']*'(?![\p{L}\d]))|(?<number>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|(?<![\p{L}\d])\.\d+)(?<times>k|m)?(?![\p{L}\d])|(?<word>\p{L}[\p{L}\p{N}]*|\d+\p{L}[\p{L}\p{N}]*)|(?<sign>>=|<=|<>|!=|[^\s\p{L}\p{N}_-]|-)/giu;
const splitUnit = /(?<![\p{L}\d_.])(\d+(?:[.,]\d+)*)(?!k\b|m\b|m2\b)(\p{L}{2,})/giu;
const sentenceSigns = new Set(['?', '!', '.', ';', '_']);

/** Hyphens and underscores part words ("3-room", "south_side"); a hyphen between numbers stays, for "500-700". */
export function tokenize(question: string): Token[] {
  let text = question.normalize('NFC');
  for (const [from, to] of contractions) text = text.replace(from, to);
  text = text
    .replace(splitUnit, '$1 $2')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replaceAll('_', ' ');
  const tokens = [...text.matchAll(pattern)].map((match) => ({
    ...readToken(match),
    joined: isJoined(text, match.index),
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
    const factor = { k: 1e3, m: 1e6 }[times?.toLowerCase() ?? ''] ?? 1;
    return { kind: 'number', text: number, value: Number(number.replaceAll(',', '')) * factor };
  }
  return word ? { kind: 'word', text: word.toLowerCase() } : { kind: 'sign', text: sign };
}

/** The words of a name: `rentalPrice`, `rental_price` and "rental price" are the same two. */
export function wordsOfName(name: string): string[] {
  return name
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}
