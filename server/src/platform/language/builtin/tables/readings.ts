import type { ColumnSummary, TableSummary } from '../../grounding.ts';
import { type Edge, PhraseBook } from '../words/phrases.ts';
import { type TermReading, termsOf } from '../words/terms.ts';
import { type Token, wordsOfName } from '../words/tokens.ts';
import type { Vocabulary } from '../words/vocabulary.ts';

export type Scalar = string | number | boolean;

/** What a phrase of a question may mean in the light of one table. */
export type Reading = TermReading | NameReading | { kind: 'date'; from: string; before: string } | Quoted | Quarter;
type NameReading =
  | { kind: 'table' }
  | { kind: 'column'; column: ColumnSummary }
  | { kind: 'value'; column: ColumnSummary; value: Scalar };
type Quoted = { kind: 'quoted'; text: string };
/** "Q2" is 1. */
type Quarter = { kind: 'quarter'; quarter: number };

/** All readings of all phrases of a question, by the token that they start with. */
export interface Lattice {
  tokens: readonly Token[];
  edges: readonly (readonly Edge<Reading>[])[];
  table: TableSummary;
  vocabulary: Vocabulary;
  /** What "today" is. */
  now: Date;
}

export function isNumeric(column: ColumnSummary): boolean {
  return column.type === 'integer' || column.type === 'number';
}

export function isTemporal(column: ColumnSummary): boolean {
  return column.type === 'date' || column.type === 'datetime';
}

/** Words of a name that say what it is about: `rooms` of `number_of_rooms`. */
function contentWords(name: string, vocabulary: Vocabulary): string[] {
  const words = wordsOfName(name).map(vocabulary.singular);
  const content = words.filter((word) => !vocabulary.weakWords.includes(word));
  return content.length > 0 ? content : words;
}

/** Whether a column counts something, as `number_of_rooms`, `room_count` and `quantity` do. */
export function isCount(column: ColumnSummary, vocabulary: Vocabulary): boolean {
  const words = wordsOfName(column.name);
  const last = vocabulary.singular(words.at(-1) ?? '');
  const counts = ['number', 'num', 'count'].some((word) => word === words[0] || word === last);
  return isNumeric(column) && (counts || vocabulary.concepts.quantity.includes(last));
}

/** Whether the values of a column make sense as a total: amounts and counts do, prices and temperatures do not. */
export function isAdditive(column: ColumnSummary, vocabulary: Vocabulary): boolean {
  const sums = [...vocabulary.terms.sum, ...vocabulary.concepts.revenue];
  const isSum = wordsOfName(column.name).some((word) => sums.includes(vocabulary.singular(word)));
  return isNumeric(column) && (isSum || isCount(column, vocabulary));
}

/** The columns that an adjective of this concept can order: numbers, and moments for those of time. */
export function columnsOfConcept(table: TableSummary, concept: string, vocabulary: Vocabulary): ColumnSummary[] {
  const fits = concept === 'time' ? isTemporal : isNumeric;
  const words = vocabulary.concepts[concept] ?? [];
  const isAbout = ({ name }: ColumnSummary) => contentWords(name, vocabulary).some((word) => words.includes(word));
  return table.columns.filter((column) => fits(column) && (concept === 'time' || isAbout(column)));
}

/** Reads every phrase of a question against a table. A word that means nothing has no edge. */
export function readPhrases(
  tokens: readonly Token[],
  table: TableSummary,
  { vocabulary, now }: Pick<Lattice, 'vocabulary' | 'now'>,
): Lattice {
  const terms = termsOf(vocabulary);
  const names = namesOf(table, vocabulary);
  const found: Edge<Reading>[] = [...terms.find(tokens), ...names.find(tokens), ...tokens.flatMap(readLiteral)];
  const similar = tokens.flatMap(({ kind, text }, at): Edge<Reading>[] => {
    if (kind !== 'word' || found.some(({ from, to }) => from <= at && at < to)) return [];
    return [...terms.findSimilar(text, at), ...names.findSimilar(text, at)];
  });
  const all = [...found, ...similar];
  return { tokens, table, vocabulary, now, edges: tokens.map((_, at) => all.filter(({ from }) => from === at)) };
}

/** The words of a question that mean nothing in the light of a table. */
export function unreadWords({ tokens, edges }: Lattice): string[] {
  const covered = new Set(edges.flat().flatMap(({ from, to }) => tokens.slice(from, to)));
  return tokens.filter((token) => !covered.has(token)).map(({ text }) => text);
}

function readLiteral(token: Token, at: number): Edge<Reading>[] {
  const edge = (reading: Reading): Edge<Reading>[] => [{ from: at, to: at + 1, reading, cost: 0 }];
  if (token.kind === 'number') return edge({ kind: 'number', value: token.value ?? Number.NaN });
  if (token.kind === 'quoted') return edge({ kind: 'quoted', text: token.text });
  const quarter = /^q([1-4])$/.exec(token.text)?.[1];
  if (quarter) return edge({ kind: 'quarter', quarter: Number(quarter) - 1 });
  if (token.kind !== 'date') return [];
  const [year, month, day] = token.text.split('-').map(Number);
  const from = isoDay(year, month - 1, day ?? 1);
  const before = day ? isoDay(year, month - 1, day + 1) : isoDay(year, month, 1);
  return month >= 1 && month <= 12 ? edge({ kind: 'date', from, before }) : [];
}

/** A day as ISO text; months from 0; days and months beyond the end run on into the next. */
export function isoDay(year: number, month: number, day: number): string {
  return new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10);
}

const knownTables = new WeakMap<TableSummary, PhraseBook<NameReading>>();

function namesOf(table: TableSummary, vocabulary: Vocabulary): PhraseBook<NameReading> {
  const known = knownTables.get(table);
  if (known) return known;
  const book = new PhraseBook<NameReading>(vocabulary.singular);
  addTable(book, table, vocabulary);
  const ofTable = new Set(contentWords(table.name, vocabulary));
  for (const column of table.columns) {
    addColumn(book, column, ofTable, vocabulary);
    addValues(book, column, vocabulary);
  }
  knownTables.set(table, book);
  return book;
}

function addTable(book: PhraseBook<NameReading>, { name }: TableSummary, vocabulary: Vocabulary): void {
  const words = wordsOfName(name);
  book.add(words, { kind: 'table' }, 0);
  const content = contentWords(name, vocabulary);
  for (const [at, word] of content.entries()) {
    const cost = at === content.length - 1 ? 0.1 : 0.4;
    if (words.length > 1) book.add([word], { kind: 'table' }, cost);
    for (const synonym of synonymsOf(word, vocabulary)) book.add(synonym, { kind: 'table' }, cost + 0.1);
  }
  const people = [...vocabulary.concepts.person, ...vocabulary.concepts.customer];
  if (content.some((word) => people.includes(word)))
    for (const who of vocabulary.terms.who) book.add([who], { kind: 'table' }, 0.1);
}

/** By its name, by each word of it (the last says most of what it is), and by what has the same sense. */
function addColumn(
  book: PhraseBook<NameReading>,
  column: ColumnSummary,
  ofTable: ReadonlySet<string>,
  vocabulary: Vocabulary,
): void {
  const reading = { kind: 'column', column } as const;
  const words = wordsOfName(column.name);
  const content = contentWords(column.name, vocabulary);
  book.add(words, reading, 0);
  const spoken = words.flatMap((word) => (['on', 'of', 'in'].includes(word) ? [word, 'the'] : [word]));
  if (spoken.length > words.length) book.add(spoken, reading, 0);
  const isOwnName = content.every((word) => ofTable.has(word));
  if (content.length !== words.length && !isOwnName) book.add(content, reading, 0.1);
  for (const [at, word] of content.entries()) {
    const cost = at === content.length - 1 ? 0.2 : 0.4;
    if (content.length > 1 && !ofTable.has(word)) book.add([word], reading, cost);
    for (const synonym of synonymsOf(word, vocabulary)) {
      if (!ofTable.has(word) && !ofTable.has(synonym.join(' '))) book.add(synonym, reading, cost + 0.1);
      const whole = content.flatMap((other) => (other === word ? synonym : [other]));
      if (content.length > 1) book.add(whole, reading, 0.1);
    }
  }
}

function addValues(book: PhraseBook<NameReading>, column: ColumnSummary, vocabulary: Vocabulary): void {
  if (column.type === 'boolean') {
    const opposites = contentWords(column.name, vocabulary).flatMap(vocabulary.opposites);
    for (const word of opposites) book.add([word], { kind: 'value', column, value: false }, 0.1);
  }
  for (const value of column.values ?? []) {
    if (typeof value !== 'string') continue;
    const words = wordsOfName(value);
    if (words.length > 0 && words.length <= 8) book.add(words, { kind: 'value', column, value }, 0);
  }
}

/** Phrases that share a concept with the word, without the word itself. */
function synonymsOf(word: string, vocabulary: Vocabulary): string[][] {
  return Object.values(vocabulary.concepts)
    .filter((words) => words.includes(word))
    .flatMap((words) => words.filter((other) => other !== word).map((other) => other.split(' ')));
}
