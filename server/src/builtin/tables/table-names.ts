import { phrasesOf } from '../../questions/words/tokens.ts';
import type { ColumnSummary, TableSummary } from '../grounding.ts';
import { inEnglish, wordsInEnglish } from '../words/abroad.ts';
import { PhraseBook } from '../words/phrases.ts';
import { isStructural } from '../words/terms.ts';
import { wordsOfName } from '../words/tokens.ts';
import type { Vocabulary } from '../words/vocabulary.ts';
import { genderOf } from './genders.ts';
import { isJoined, type Join, type JoinedTable, labelOf } from './joined-tables.ts';
import { rowNounsOf } from './row-nouns.ts';
import { synonymsOf } from './synonyms.ts';
import {
  amountOf,
  contentWords,
  flagOf,
  isForemost,
  isNumeric,
  isTemporal,
  isYear,
  rankOf,
  type Scalar,
  withoutCode,
} from './traits.ts';

/** What a phrase of a question can name in one table. */
export type Mention =
  | {
      kind: 'table';
      loose?: string;
      /** Of a joined table: the key of the rows that are named. */
      owner?: ColumnSummary;
    }
  | { kind: 'column'; column: ColumnSummary; denied?: boolean }
  | { kind: 'value'; column: ColumnSummary; values: readonly Scalar[] };

export interface Names {
  book: PhraseBook<Mention>;
  /** Columns of one word that a question may part: "out of state" is `Outstate`. */
  single: { column: ColumnSummary; letters: string; secondary: number }[];
}

/** Cached by the columns, which are shared by all summaries of a version of the table. */
const known = new WeakMap<readonly ColumnSummary[], Names>();

export function namesOf(table: TableSummary, vocabulary: Vocabulary): Names {
  const names = known.get(table.columns) ?? makeNames(table, vocabulary);
  known.set(table.columns, names);
  return names;
}

function makeNames(table: TableSummary, vocabulary: Vocabulary): Names {
  const names: Names = { book: new PhraseBook(vocabulary.singular), single: [] };
  addTable(names.book, table, vocabulary);
  if (isJoined(table)) for (const join of table.joins) addJoin(names.book, join, table, vocabulary);
  const keys = new Set(isJoined(table) ? table.joins.map(({ key }) => table.columnOf.get(key.column)) : []);
  for (const column of table.columns) {
    // The names behind a key are meant rather than the key
    if (keys.has(column)) names.book.add(wordsOfName(column.name), { kind: 'column', column }, 0);
    else addColumn(names, column, table, vocabulary);
    for (const value of column.values ?? [])
      if (typeof value === 'string')
        addValue(names.book, column, value, rankOf(column) + rarityOf(column, value, table), vocabulary);
  }
  return names;
}

function addTable(book: PhraseBook<Mention>, table: TableSummary, vocabulary: Vocabulary): void {
  const words = wordsOfName(table.name);
  const content = contentWords(table.name, vocabulary);
  const columns = new Set(table.columns.map(({ name }) => wordsOfName(name).map(vocabulary.singular).join(' ')));
  // "Attrition" of a table `attrition` with such a column means the column; "flights" are not a column `flight`
  const exact = new Set(table.columns.map(({ name }) => wordsOfName(name).join(' ')));
  if (!columns.has(content.join(' ')) || !exact.has(words.join(' '))) book.add(words, { kind: 'table' }, 0);
  for (const [at, word] of content.entries()) {
    if (columns.has(word) || (words.length > 1 && exact.has(words.join(' ')))) continue;
    const cost = at === content.length - 1 ? 0.1 : 0.3;
    if (words.length > 1 || word !== vocabulary.singular(words[0])) book.add([word], { kind: 'table' }, cost);
    for (const synonym of synonymsOf(word, vocabulary, namesThings)) book.add(synonym, { kind: 'table' }, cost + 0.1);
  }
  // An English sentence may hold a foreign name as it is: "how many Mieten"
  for (const word of words)
    if (inEnglish(word) !== undefined && !columns.has(vocabulary.singular(word)) && words.length > 1)
      book.add([word], { kind: 'table' }, 0.5);
  const repeated = repeatedNumber(table);
  // Rows of a joined table are those of the first: what others tell about are other things
  const own = isJoined(table) ? { ...table, columns: table.columns.filter((one) => one.of === undefined) } : table;
  for (const { noun, cost, plain } of rowNounsOf(own, vocabulary))
    if (repeated && vocabulary.concepts.order.includes(noun))
      book.add([noun], { kind: 'column', column: repeated }, 0.15);
    else book.add(noun.split(' '), plain ? { kind: 'table' } : { kind: 'table', loose: noun }, cost);
}

/** A number of orders that several rows share, so that rows are parts of orders. */
function repeatedNumber({ columns, row_count }: TableSummary): ColumnSummary | undefined {
  return columns.find(({ name, distinct }) => {
    const words = wordsOfName(name);
    const isOrder =
      words.at(-1) === 'id' && (words.length === 1 || /^(order|invoice|transaction|receipt)$/.test(words[0]));
    return isOrder && distinct !== null && distinct > 1 && distinct < 0.9 * row_count;
  });
}

/** "Customers" of orders: the name of each, or the rows that are theirs. */
function addJoin(book: PhraseBook<Mention>, join: Join, { columnOf }: JoinedTable, vocabulary: Vocabulary): void {
  const column = columnOf.get(labelOf(join));
  if (!column) return;
  const words = wordsOfName(join.table.name).map(vocabulary.singular);
  for (const phrase of [words, ...(words.length === 1 ? synonymsOf(words[0], vocabulary) : [])]) {
    book.add(phrase, { kind: 'column', column }, costOfJoin);
    book.add(phrase, { kind: 'table', owner: columnOf.get(join.key.key) }, costOfOwner);
  }
  for (const [own, joined] of columnOf)
    if (join.table.columns.includes(own))
      book.add([...words, ...wordsOfName(own.name)], { kind: 'column', column: joined }, 0);
}

const costOfJoin = 0.1;
const costOfOwner = 0.25;
/** Of two columns that hold a value the one is meant where it is more frequent. */
function rarityOf({ frequent }: ColumnSummary, value: string, { row_count }: TableSummary): number {
  const count = frequent?.find((one) => one.value === value)?.count;
  return count === undefined || row_count === 0 ? 0 : costOfRare * Math.max(0, Math.log10(row_count / count));
}

const costOfRare = 0.03;
const costOfSynonym = 0.16;
const costOfVerb = 0.35;
const costOfRatio = 0.2;
const costOfLongFlag = 0.3;

/** Adds a column under its name, each word of it (the last is the most telling), and synonyms. */
function addColumn({ book, single }: Names, column: ColumnSummary, table: TableSummary, vocabulary: Vocabulary): void {
  const reading = { kind: 'column', column } as const;
  const words = wordsOfName(column.name);
  const content = contentWords(column.name, vocabulary);
  const tableWords = new Set(contentWords(table.name, vocabulary));
  const rank = rankOf(column);
  const nouns = new Set(vocabulary.rowKinds.flatMap(({ anybody, nouns }) => [...anybody, ...nouns]));
  // "Surgeries" are not those with `pain_before_surgery`
  const isLongFlag = content.length > 2 && flagOf(column) !== undefined;
  // "Income" is no `debt_to_income`
  const isRatio = words.slice(1, -1).includes('to');
  // `order_id` of `orders` is not an order
  const tableStems = new Set([...tableWords].map(vocabulary.stem));
  const isOwnNumber = content.length !== words.length && content.every((word) => tableStems.has(vocabulary.stem(word)));
  book.add(words, reading, 0);
  addOtherOrders(book, column, content, vocabulary);
  const spoken = words.flatMap((word) => (['on', 'of', 'in'].includes(word) ? [word, 'the'] : [word]));
  if (spoken.length > words.length) book.add(spoken, reading, 0);
  // "The average loan size"
  if (isNumeric(column) && amountOf(column, vocabulary)) book.add([content[0], 'size'], reading, 0.1);
  const isForeign = words.some((word) => inEnglish(word) !== undefined);
  if ((content.length !== words.length || isForeign) && !isOwnNumber)
    book.add(content, reading, isForeign ? 0.05 : 0.1);
  for (const [at, word] of words.entries())
    if (isForeign && !isOwnNumber && inEnglish(word) !== undefined)
      book.add([word], reading, costOfWord(at, words.length));
  for (const [at, word] of isOwnNumber ? [] : content.entries()) {
    // The total of several costs is meant by "cost", not by "total"
    if (content.length > 1 && figures.test(word)) continue;
    const cost =
      costOfWord(at, content.length) +
      (isForemost(word) ? 0.1 : rank) +
      (isRatio ? costOfRatio : 0) +
      (isLongFlag ? costOfLongFlag : 0);
    const isHead = at === content.length - 1;
    // "Guests" are not the repeated ones
    const isRow = nouns.has(word) && (!isHead || (content.length > 1 && flagOf(column) !== undefined));
    if (content.length > 1 && !isRow && (isHead || !tableWords.has(word))) book.add([word], reading, cost);
    for (const synonym of synonymsOf(word, vocabulary)) {
      const ofTable = tableWords.has(synonym.join(' ')) && !tableWords.has(word);
      const isPeriod = periods.has(word) && periods.has(synonym.join(' '));
      if (isPeriod && (flagOf(column) || column.type === 'text')) continue;
      if (!ofTable && (isHead || flagOf(column))) book.add(synonym, reading, cost + costOfSynonym);
      // "Born in 1970" is the birth year
      else if (!ofTable && (isTemporal(column) || isYear(column))) book.add(synonym, reading, costOfVerb + rank);
      const whole = content.flatMap((other) => (other === word ? synonym : [other]));
      if (content.length > 1) book.add(whole, reading, 0.1);
      if (content.length === 2) book.add(whole.toReversed(), reading, 0.12);
    }
    if (flagOf(column)) addFlag(book, column, word, vocabulary);
  }
  const long = words.flatMap((word) => (vocabulary.abbreviations[word] ?? word).split(' '));
  if (long.join(' ') !== words.join(' ')) {
    book.add(long, reading, 0.05);
    if (long.length > 1 && !figures.test(long[long.length - 1])) book.add([long[long.length - 1]], reading, 0.3 + rank);
  }
  for (const phrase of phrasesOf(column.comment)) book.add(phrase.map(vocabulary.singular), reading, 0.25);
  if (content.length === 1) single.push({ column, letters: words.join(''), secondary: rank });
}

/** "Repair cost" is `cost_repair`, "mpg" are `miles_per_gallon`, "max temperature" is `temp_max`. */
function addOtherOrders(
  book: PhraseBook<Mention>,
  column: ColumnSummary,
  content: readonly string[],
  { abbreviations, singular }: Vocabulary,
): void {
  const reading = { kind: 'column', column } as const;
  const long = content.map((word) => abbreviations[word] ?? word);
  if (content.length === 2) {
    book.add(content.toReversed(), reading, 0.02);
    book.add(long.toReversed(), reading, 0.05);
  }
  for (const [at, word] of long.entries())
    if (word !== content[at] && !figures.test(word)) book.add([word], reading, costOfWord(at, long.length));
  const initials = wordsOfName(column.name)
    .map((word) => word[0])
    .join('');
  if (initials.length >= 3) book.add([singular(initials)], reading, 0.15);
  const short = content.map((word) => word[0]).join('');
  if (
    short.length === 2 &&
    short !== initials &&
    !/^(am|an|as|at|be|by|do|go|he|if|in|is|it|me|my|no|of|on|or|so|to|up|us|we)$/.test(short)
  )
    book.add([short], reading, 0.35);
}

/** Of `bty_avg` the average is no name by itself. */
const figures = /^(avg|average|mean|median)$/;

/** The last word of a name is the most telling; a single word is the whole name. */
function costOfWord(at: number, length: number): number {
  if (length === 1) return 0.1;
  return at === length - 1 ? 0.25 : 0.5;
}

/** "unpaid" of `paid`; "stayed" of `churn`. */
function addFlag(book: PhraseBook<Mention>, column: ColumnSummary, word: string, vocabulary: Vocabulary): void {
  const opposites = [
    ...vocabulary.opposites(word),
    ...(vocabulary.contraries[conceptOf(word, vocabulary) ?? ''] ?? []),
  ];
  for (const opposite of opposites) book.add(opposite.split(' '), { kind: 'column', column, denied: true }, 0.1);
}

function conceptOf(word: string, { concepts }: Vocabulary): string | undefined {
  return Object.keys(concepts).find((concept) => concepts[concept].includes(word));
}

function addValue(
  book: PhraseBook<Mention>,
  column: ColumnSummary,
  value: string,
  rank: number,
  vocabulary: Vocabulary,
): void {
  const words = wordsOfName(withoutCode(value));
  if (words.length === 0 || words.length > 8) return;
  const reading: Mention = { kind: 'value', column, values: [value] };
  // The state IN is not the word "in"
  const isCommon = words.length === 1 && isStructural(words[0], vocabulary);
  book.add(words, reading, isCommon ? rank + costOfCommonWord : rank);
  // "Adelies" are of the value Adelie
  if (words.length === 1 && words[0].length > 2)
    book.add([`${words[0]}s`], reading, isCommon ? rank + costOfCommonWord : rank);
  if (withoutCode(value) !== value) book.add(wordsOfName(value), reading, rank);
  const [last, first] = value.split(', ');
  if (first) book.add([...wordsOfName(first), ...wordsOfName(last)], reading, rank + 0.05);
  for (const people of vocabulary.demonyms[value.toLowerCase()]?.split(',') ?? [])
    book.add(people.split(' '), reading, rank + 0.1);
  const own = contentWords(column.name, vocabulary);
  const rest = words.filter((word) => !own.includes(vocabulary.singular(word)));
  if (rest.length > 0 && rest.length < words.length) book.add(rest, reading, rank + 0.1);
  const gender = genderOf(column, value);
  const told = gender ? [gender] : wordsInEnglish(withoutCode(value));
  if (told.join(' ') !== words.join(' ')) book.add(told, reading, rank + 0.05);
  if (told.length === 1)
    for (const synonym of synonymsOf(vocabulary.singular(told[0]), vocabulary, isKind))
      book.add(synonym, reading, rank + 0.2);
}

const costOfCommonWord = 0.6;

/** "Revenue" is what sales bring in, not the sales. */
function namesThings(concept: string): boolean {
  return concept !== 'revenue';
}

/** Concepts that adjectives order are figures: the value "rent" of a column is no price. */
function isKind(concept: string, { adjectives }: Vocabulary): boolean {
  return concept !== 'revenue' && concept !== 'quantity' && !adjectives.some((one) => one.concept === concept);
}

/** Each of them is a duration, but "week" is no word for the flag `near_new_year`. */
const periods = new Set(['hour', 'minute', 'day', 'week', 'month', 'year', 'time', 'when']);
