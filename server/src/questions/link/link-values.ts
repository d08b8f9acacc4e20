import type { Condition, Field } from '../algebra.ts';
import { meansAlike } from '../words/same-meaning.ts';
import type { Token } from '../words/tokens.ts';
import type { IndexedTable, ValueEntry } from './indexed-table.ts';
import { type Found, type Mask, maskOf } from './links.ts';
import { placesByCode } from './place-codes.ts';
import { isSmall } from './small-words.ts';
import { isCut, isKin, isShortened } from './word-kin.ts';

/** A condition that is not yet tried on rows. */
export interface Proposed {
  condition: Condition;
  found: Found;
  words: Mask;
  score: number;
}

interface Span {
  at: number;
  from: number;
  to: number;
  /** Values that the span says in full, and those that hold it among other words. */
  full: unknown[];
  part: unknown[];
}

const mostTried = 3000;

/** Finds cells whose words, or some of them, stand in the question; of a column only the longest spans. */
export function linkValues(tokens: readonly Token[], table: IndexedTable): Proposed[] {
  const spans = new Map<string, Span>();
  const spelled = tokens.map((token) => formsOf(token, table));
  for (const place of candidatesFor(spelled, tokens, table)) {
    const entry = table.entries[place];
    for (const { from, to } of commonSpans(spelled, entry.words)) addSaid(spans, entry, tokens, from, to);
  }
  for (const { entry, from } of lettersNamed(tokens, table)) addTo(spans, entry, from, from + 1);
  for (const { at, value, words } of placesByCode(table))
    for (const from of placesOf(words, tokens)) addTo(spans, { at, value, words }, from, from + words.length);
  const all = [...spans.values()].filter((span) => saysSomething(span, tokens));
  return all
    .filter((one) => !all.some((other) => isInside(one, other)))
    .flatMap((span) => proposalsOf(span, tokens, spelled, table));
}

/** The A of "grade A" is a cell of the column that is named before it, and no article. */
function lettersNamed(tokens: readonly Token[], { entries, byWord, stems }: IndexedTable) {
  return tokens.flatMap(({ text }, from) => {
    if (text.length > 1 || from === 0 || !isSmall(text)) return [];
    const named = (byWord.get(text) ?? []).map((place) => entries[place]);
    return named
      .filter(({ at, words }) => words.length === 1 && stems[at].at(-1) === tokens[from - 1].stem)
      .map((entry) => ({ entry, from }));
  });
}

/** Where words stand in the question, one after the other. */
function placesOf(words: readonly string[], tokens: readonly Token[]): number[] {
  return tokens.flatMap((_, at) => (words.every((word, step) => tokens[at + step]?.text === word) ? [at] : []));
}

function candidatesFor(
  spelled: readonly (readonly string[])[],
  tokens: readonly Token[],
  { byWord }: IndexedTable,
): number[] {
  const places = new Set<number>();
  for (const [at, { text }] of tokens.entries()) {
    if (isSmall(text)) continue;
    for (const word of spelled[at]) for (const place of byWord.get(word) ?? []) places.add(place);
  }
  return [...places].slice(0, mostTried);
}

/** A word as it stands, or else the words of listed values that have its stem, are its kin, or mean alike. */
function formsOf(token: Token, { byWord, listed, stems }: IndexedTable): string[] {
  const own = spellings(token);
  if (
    own.some((word) => byWord.has(word)) ||
    isSmall(token.text) ||
    token.number !== undefined ||
    ofMeasure.test(token.text)
  )
    return own;
  const like = (test: (one: { word: string; stem: string }) => boolean) =>
    listed.flatMap((one) => (test(one) ? [one.word] : []));
  const { text, stem } = token;
  if (stems.some((name) => name.includes(stem))) return own;
  const tried = [
    () => like((one) => one.stem === stem || isKin(stem, one.stem)),
    () =>
      like((one) => text.length > 4 && ((one.stem.length > 3 && isShortened(stem, one.stem)) || isCut(text, one.word))),
    () => like((one) => meansAlike(stem, one.stem)),
  ];
  for (const find of tried) {
    const found = find();
    if (found.length > 0) return [...own, ...found];
  }
  return own;
}

const ofMeasure = /^(times?|days?|hours?|months?|years?|numbers?|sums?|totals?|counts?)$/;

function spellings({ text, number }: Token): string[] {
  const digits = number === undefined ? text : String(number);
  const singular = text.length > 3 && text.endsWith('s') ? text.slice(0, -1) : `${text}s`;
  const called = people.get(text);
  return digits === text ? [text, singular, ...nounsOf(text), ...(called ? [called] : [])] : [text, digits];
}

/** "Rainy" and "foggy" are said of rain and fog, "African" of Africa. */
function nounsOf(text: string): string[] {
  if (text.length < 5 || !/(y|an)$/.test(text)) return [];
  const noun = text.slice(0, -1);
  return noun.at(-1) === noun.at(-2) ? [noun, noun.slice(0, -1)] : [noun];
}

/** What people are called where cells tell their sex. */
const people = new Map([
  ...['woman', 'women', 'girl', 'girls'].map((word): [string, string] => [word, 'female']),
  ...['man', 'men', 'boy', 'boys'].map((word): [string, string] => [word, 'male']),
]);

/** Returns the longest runs of words that a question and a cell share. */
function commonSpans(spelled: readonly string[][], words: readonly string[]): { from: number; to: number }[] {
  const isSame = (at: number, place: number) => spelled[at].includes(words[place]);
  const found: { from: number; to: number }[] = [];
  for (let from = 0; from < spelled.length; from += 1)
    for (let begin = 0; begin < words.length; begin += 1) {
      if (!isSame(from, begin) || (begin > 0 && from > 0 && isSame(from - 1, begin - 1))) continue;
      let to = from + 1;
      while (begin + to - from < words.length && to < spelled.length && isSame(to, begin + to - from)) to += 1;
      found.push({ from, to });
    }
  return found;
}

/** "No meal" is said whole, or by "without a meal"; "meal" alone does not say it. */
function addSaid(
  spans: Map<string, Span>,
  entry: ValueEntry,
  tokens: readonly Token[],
  from: number,
  to: number,
): void {
  const [first, ...rest] = entry.words;
  const isArticle = /^(a|an|any|the)$/.test(tokens[from - 1]?.text);
  const before = isArticle ? from - 2 : from - 1;
  const isRest = rest.length > 0 && to - from === rest.length && tokens[from].text !== first;
  const isPlain = !isRest || !denial.test(first);
  if (isPlain) addTo(spans, entry, from, to);
  else if (denial.test(tokens[before]?.text))
    addTo(spans, { ...entry, words: tokens.slice(before, to).map(({ text }) => text) }, before, to);
}

const denial = /^(no|non|not|without)$/;

function addTo(spans: Map<string, Span>, { at, value, words }: ValueEntry, from: number, to: number): void {
  const key = `${at} ${from} ${to}`;
  const span = spans.get(key) ?? { at, from, to, full: [], part: [] };
  spans.set(key, span);
  (to - from === words.length ? span.full : span.part).push(value);
}

function saysSomething({ from, to, full }: Span, tokens: readonly Token[]): boolean {
  const content = tokens.slice(from, to).filter(({ text }) => !isSmall(text));
  return content.length > 0 || (full.length > 0 && (to - from > 1 || tokens[from].text.length === 1));
}

function isInside(one: Span, other: Span): boolean {
  return (
    one !== other &&
    one.at === other.at &&
    other.from <= one.from &&
    one.to <= other.to &&
    one.to - one.from < other.to - other.from
  );
}

/** How much less a value counts that is said by other words than its own. */
const ofGuess = 0.3;

/** "Los Angeles" is the cell that says just this, and all cells that hold it. */
function proposalsOf(
  span: Span,
  tokens: readonly Token[],
  spelled: readonly (readonly string[])[],
  { fields, isWhole, byWord }: IndexedTable,
): Proposed[] {
  const field = fields.find((one) => one.at === span.at && one.part === 'whole') as Field;
  const { values, distinct } = field.column;
  const words = maskOf(span.from, span.to);
  const said = tokens.slice(span.from, span.to);
  const isGuess = said.some((token) => !isSmall(token.text) && !spellings(token).some((word) => byWord.has(word)));
  const base = isGuess ? -ofGuess : 0;
  const length = said.reduce((sum, { text }) => sum + (isSmall(text) ? 0.1 : Math.min(1, text.length / 5)), 0);
  const proposals: Proposed[] = [];
  const isKnown = isWhole || (values !== undefined && values.length === distinct);
  const lists = isKnown ? listsOf(span) : [];
  if (span.full.length > 0) {
    const condition: Condition =
      lists.length > 0
        ? { test: 'holds', field, phrases: span.full.map(String), cells: [...span.full, ...lists] }
        : { test: 'is', field, values: span.full };
    proposals.push({ condition, found: 'value', words, score: base + 1 + 0.3 * length });
  }
  if (span.part.length > 0) {
    const phrase = said.map((token, at) => spokenIn(token, spelled[span.from + at], span)).join(' ');
    const score = base + (span.full.length > 0 ? 0.3 : 0.6) + 0.3 * length - 0.1 * Math.log1p(span.part.length);
    const cells = isKnown ? { cells: [...span.full, ...span.part] } : {};
    proposals.push({ condition: { test: 'holds', field, phrases: [phrase], ...cells }, found: 'phrase', words, score });
  }
  return proposals;
}

const betweenMembers = /\s*[,;|/]\s*/;

/** The cells that list the value among others: "1, 14" of line 14. */
function listsOf({ full, part }: Span): unknown[] {
  const named = new Set(full.map((value) => String(value).toLowerCase()));
  const isMember = (member: string) => named.has(member.trim());
  return part.filter((value) => String(value).toLowerCase().split(betweenMembers).some(isMember));
}

/** "Four" stands for "4" where the cells have digits, and "banks" for "bank". */
function spokenIn(token: Token, forms: readonly string[], { part }: Span): string {
  const cells = part.map((value) => String(value).toLowerCase());
  return forms.find((one) => cells.some((cell) => cell.includes(one))) ?? token.text;
}
