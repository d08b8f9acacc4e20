import type { Column, Profile } from '../profile.ts';
import { isAsking } from '../words/asking-words.ts';
import { stemOf, stemsOfName, type Token, tokenize, wordsOfName } from '../words/tokens.ts';
import { isComparative } from '../words/which-end.ts';
import { comparingAt } from './comparators.ts';
import { derivedColumns } from './derived-columns.ts';
import { type IndexedTable, indexTable } from './indexed-table.ts';
import { linkColumns } from './link-columns.ts';
import { mayBeMeant, wordsOfWeekday } from './link-fields.ts';
import { linkFlags } from './link-flags.ts';
import { linkNumbers } from './link-numbers.ts';
import { linkTimes } from './link-times.ts';
import { linkValues, type Proposed } from './link-values.ts';
import type { LinkedQuestion } from './linked-question.ts';
import {
  type ColumnLink,
  type ConditionLink,
  firstWord,
  hasWord,
  isWithin,
  type Mask,
  maskOf,
  noWords,
  overlaps,
  union,
} from './links.ts';
import { isSmall } from './small-words.ts';
import { tryLink } from './try-condition.ts';

const mostConditions = 12;
/** Of the same words: in a question with many conditions each must be among them. */
const mostOfWords = 6;

export function linkQuestion(question: string, profile: Profile): LinkedQuestion {
  const tokens = tokenize(namesApart(question, profile.columns));
  const { table, columns } = withDerived(tokens, profile);
  const tableWords = tableWordsOf(tokens, table);
  const ofWeekday = wordsOfWeekday(tokens, table);
  const proposed = [
    ...linkValues(tokens, table),
    ...linkNumbers(tokens, table, columns),
    ...linkTimes(tokens, table, columns),
    ...linkFlags(tokens, table, columns),
  ]
    .filter(({ found, condition: { field } }) => found === 'flag' || mayBeMeant({ columns }, field))
    .filter(({ found, words }) => (found !== 'value' && found !== 'phrase') || !overlaps(words, ofWeekday))
    .filter(({ found, words }) => (found !== 'value' && found !== 'phrase') || !isWithin(words, tableWords))
    .filter(({ found, words }) => found !== 'value' || !boundsNumber(tokens, words))
    .filter((one) => (one.found !== 'value' && one.found !== 'phrase') || !columns.some((link) => isOfName(link, one)))
    .filter(({ found, words }) => table.isWhole || found !== 'phrase' || !onlyAsks(tokens, words))
    // "Crew" is the column rather than each of "Crew A" and "Crew B"
    .filter(({ found, words, condition }) => found !== 'phrase' || !isWithin(words, columns[condition.field.at].words))
    .filter((one, _, all) => !isOfBound(one, all) && !isPartOfOther(one, all) && !isOfOpenValue(one, all))
    .sort((one, other) => other.score - one.score);
  return {
    tokens,
    table,
    columns,
    rowWords: rowWordsOf(tableWords, columns, table),
    conditions: withRows(proposed, table),
  };
}

/** `lastinspected` and `WeightKg` are said of columns that are called so by several words. */
function namesApart(question: string, columns: readonly Column[]): string {
  const parted = new Map(
    columns.flatMap(({ name }): [string, string][] => {
      const words = wordsOfName(name);
      return words.length > 1 ? [[words.join(''), words.join(' ')]] : [];
    }),
  );
  return question.replaceAll(/[\p{L}\p{N}]{4,}/gu, (word) => parted.get(word.toLowerCase()) ?? word);
}

/** "More than 3000" is not 3000. */
function isOfBound({ found, words }: Proposed, all: readonly Proposed[]): boolean {
  return found === 'number' && all.some((other) => other.found === 'bound' && isWithin(words, other.words));
}

/** "Less than 1 year" is no bound where a value is called so. */
function isOfOpenValue({ found, words, condition: { field } }: Proposed, all: readonly Proposed[]): boolean {
  const isValue = (one: Proposed) => one.found === 'value' && one.condition.field.at === field.at;
  return found === 'bound' && all.some((one) => isValue(one) && isWithin(words, one.words));
}

/** "Electric" is the fuel that is called so, and no model with it in its name. */
function isPartOfOther({ found, words, condition: { field } }: Proposed, all: readonly Proposed[]): boolean {
  const isWhole = (one: Proposed) => one.found === 'value' && one.condition.field !== field;
  return found === 'phrase' && all.some((one) => isWhole(one) && isWithin(words, one.words));
}

/** The 2 of "at least twice" is no value. */
function boundsNumber(tokens: readonly Token[], words: Mask): boolean {
  const at = firstWord(words);
  return (
    tokens[at]?.number !== undefined && isWithin(words, maskOf(at, at + 1)) && comparingAt(tokens, at) !== undefined
  );
}

/** What asks for figures, times or ends is no part of a cell where nothing else is said of it. */
function onlyAsks(tokens: readonly Token[], words: Mask): boolean {
  const asks = ({ text, number }: Token) =>
    isSmall(text) || isAsking(text) || isComparative(text) || number !== undefined || text.length === 1;
  return tokens.every((token, at) => !hasWord(words, at) || asks(token));
}

interface LinkedTable {
  table: IndexedTable;
  columns: ColumnLink[];
}

/** The table with what the question names that is worked out of its columns, and their links. */
function withDerived(tokens: readonly Token[], profile: Profile): LinkedTable {
  const own = indexTable(profile);
  const links = linkColumns(tokens, own);
  const derived = derivedColumns(tokens, own, links, tableWordsOf(tokens, own));
  if (derived.length === 0) return { table: own, columns: links };
  const columns = [...own.columns, ...derived.map(({ column }) => column)];
  const sample = own.rows.map((row, at) => [...row, ...derived.map(({ cells }) => cells[at])]);
  const table = indexTable({ ...profile, columns, sample });
  return { table, columns: linkColumns(tokens, table) };
}

/** What rows of any table are called. */
const plainNouns = ['rows', 'records', 'entries'];

/** Words of the table's name call its rows: "office workers" are no workers by occupation. */
function tableWordsOf(tokens: readonly Token[], table: IndexedTable): Mask {
  const { name, rowNouns = [] } = table.profile;
  const isColumn = (stem: string) => table.stems.some((stems) => stems.includes(stem));
  const plain = plainNouns.map(stemOf).filter((stem) => !isColumn(stem));
  // Where some homes are of type Condo, "condos" are those
  const isValue = (stem: string) => table.listed.some((one) => one.stem === stem);
  const others = rowNouns.map(stemOf).filter((stem) => !isValue(stem));
  const nouns = new Set([...stemsOfName(name), ...others, ...plain]);
  return tokens.map(({ stem }, at) => (nouns.has(stem) ? maskOf(at, at + 1) : noWords)).reduce(union, noWords);
}

/** What the rows are called: by the name of the table, or by names that were taught for what tells them apart. */
function rowWordsOf(ofTable: Mask, columns: readonly ColumnLink[], table: IndexedTable): Mask {
  const named = columns.filter(({ isSynonym }, at) => isSynonym && tellsApart(table.columns[at], table.rowCount));
  return named.map(({ words }) => words).reduce(union, ofTable);
}

function tellsApart({ distinct }: Column, rowCount: number): boolean {
  return distinct !== null && distinct >= 0.9 * rowCount;
}

/** Of "Price Citrus Hill" the brand says which column is meant, and no rows. */
function isOfName({ score, words }: ColumnLink, { words: own }: Proposed): boolean {
  const isMore = words.low !== own.low || words.high !== own.high;
  return score > 0.99 && isMore && isWithin(own, words);
}

/** Leaves out what holds for no row, and what holds for the same rows by the same words. */
function withRows(proposed: readonly Proposed[], table: IndexedTable): ConditionLink[] {
  const links: ConditionLink[] = [];
  for (const one of proposed) {
    if (links.length === mostConditions) break;
    const isOften = links.filter(({ words }) => overlaps(words, one.words)).length >= mostOfWords;
    const tried = isOften ? undefined : tryLink(one, table);
    if (tried === undefined) continue;
    const isKnown = links.some(
      (link) =>
        link.condition.field.at === one.condition.field.at &&
        link.matching === tried.matching &&
        link.words.low === one.words.low &&
        link.words.high === one.words.high &&
        table.isWhole &&
        link.holds.every((bit, row) => bit === tried.holds[row]),
    );
    if (!isKnown) links.push(tried);
  }
  return links;
}
