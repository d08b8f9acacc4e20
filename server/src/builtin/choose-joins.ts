import { linkQuestion } from '../questions/link/link-question.ts';
import { type Mask, maskOf, noWords, overlaps, union } from '../questions/link/links.ts';
import type { Column } from '../questions/profile.ts';
import { tokenize } from '../questions/words/tokens.ts';
import type { TableSummary } from './grounding.ts';
import { findJoinKeys, type JoinKey } from './join-keys.ts';

/** Among more tables, names alone make too many keys look evident. */
const mostJoinable = 24;
/** Tables that are joined: more have rarely one meaning. */
const mostJoined = 3;
/** A column of whose name less is said is not what a word means. */
const leastSaid = 0.5;

/** A table and the keys to follow from it. */
export interface Chosen {
  base: TableSummary;
  joins: readonly JoinKey[];
  /** Whether the question says what its rows are called. */
  isNamed: boolean;
}

/** Returns the tables with others that a question has words of, those that say most of it first. */
export function chooseJoins(question: string, tables: readonly TableSummary[]): Chosen[] {
  const { keys, codes } = keysAmong(tables);
  if (keys.length === 0) return [];
  const said = new Map(tables.map((table) => [table, wordsSaid(question, table, codes)]));
  const found = tables.flatMap((base) => {
    const { joins, words } = joinsFrom(base, keys, said);
    const isNamed = countOf(said.get(base)?.rows ?? noWords) > 0;
    return joins.length === 0 ? [] : [{ base, joins, isNamed, count: countOf(words) }];
  });
  return found.sort((one, other) => other.count - one.count);
}

interface Keys {
  tables: readonly TableSummary[];
  keys: readonly JoinKey[];
  /** Columns that hold numbers or codes of rows of others. */
  codes: ReadonlySet<Column>;
}

const keysKept = new WeakMap<readonly Column[], Keys>();

/** Kept by the columns of the first table, which are the same as long as it does not change. */
export function keysAmong(tables: readonly TableSummary[]): Keys {
  if (tables.length < 2 || tables.length > mostJoinable) return { tables, keys: [], codes: new Set() };
  const known = keysKept.get(tables[0].columns);
  const isSame =
    known?.tables.length === tables.length && known.tables.every(({ columns }, at) => columns === tables[at].columns);
  if (known && isSame) return known;
  const keys = findJoinKeys(tables);
  const found = { tables, keys, codes: new Set(keys.flatMap(({ column }) => (isName(column) ? [] : [column]))) };
  keysKept.set(tables[0].columns, found);
  return found;
}

/** Keys are told where they are names, not numbers or codes of rows. */
export function isName({ type, name }: Column): boolean {
  return type === 'text' && !/(?:id|code|key|no|nr)$/i.test(name);
}

/** The words of a question that a table knows. */
interface Said {
  /** What its rows are called. */
  rows: Mask;
  /** These, its columns and its values. */
  all: Mask;
  /** How much of the name of each column is said. */
  scores: ReadonlyMap<Column, number>;
}

/** What a code is called is said by the rows that it points to. */
function wordsSaid(question: string, table: TableSummary, codes: ReadonlySet<Column>): Said {
  const { columns, conditions, rowWords, table: indexed } = linkQuestion(question, table);
  const scores = new Map(indexed.columns.map((column, at) => [column, columns[at].score]));
  const named = columns.filter(({ score }, at) => score >= leastSaid && !codes.has(indexed.columns[at]));
  const valued = conditions.filter(({ found }) => found === 'value' || found === 'phrase');
  const all = [...named, ...valued].map(({ words }) => words).reduce(union, rowWords);
  return { rows: rowWords, all, scores };
}

function countOf({ low, high }: Mask): number {
  return [low, high].reduce((sum, bits) => sum + (bits.toString(2).match(/1/g)?.length ?? 0), 0);
}

/** The keys to follow from a table: each time to what says most words that are not said yet. */
function joinsFrom(base: TableSummary, keys: readonly JoinKey[], said: ReadonlyMap<TableSummary, Said>) {
  const joins: JoinKey[] = [];
  const reached = new Set([base]);
  const saidBy = (table: TableSummary) => said.get(table)?.all ?? noWords;
  let words = saidBy(base);
  while (reached.size < mostJoined) {
    const open = keys.filter(({ table, target }) => reached.has(table) && !reached.has(target));
    const scored = [...Map.groupBy(open, ({ target }) => target)].map(([target, ways]) => {
      const { low, high } = saidBy(target);
      return { key: meantOf(ways, said), news: countOf({ low: low & ~words.low, high: high & ~words.high }) };
    });
    const [best] = scored.filter(({ news }) => news > 0).sort((one, other) => other.news - one.news);
    if (!best?.key) break;
    joins.push(best.key);
    reached.add(best.key.target);
    words = union(words, saidBy(best.key.target));
  }
  return { joins, words };
}

/** Of a home and an away team the one that the question says; undefined where it says none. */
function meantOf(ways: readonly JoinKey[], said: ReadonlyMap<TableSummary, Said>): JoinKey | undefined {
  const plain = ways.filter(({ isWeak }) => !isWeak);
  const among = plain.length > 0 ? plain : ways;
  const scoreOf = ({ table, column }: JoinKey) => said.get(table)?.scores.get(column) ?? 0;
  const [best, second] = among.toSorted((one, other) => scoreOf(other) - scoreOf(one));
  return second && scoreOf(second) === scoreOf(best) && second.column !== best.column ? undefined : best;
}

/** Whether one of the tables has a name or value of these words of a question. */
export function knowsAny(question: string, words: readonly string[], tables: readonly TableSummary[]): boolean {
  if (words.length === 0) return false;
  const places = tokenize(question).flatMap(({ text }, at) => (words.includes(text) ? [maskOf(at, at + 1)] : []));
  const left = places.reduce(union, noWords);
  return tables.some((table) => overlaps(wordsSaid(question, table, new Set()).all, left));
}
