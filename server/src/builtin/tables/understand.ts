import type { TableSummary } from '../grounding.ts';
import { tokenize, wordsOfName } from '../words/tokens.ts';
import { explore, giveUp } from './choices.ts';
import { composeQuery } from './compose-query.ts';
import { type Cover, coverQuestion } from './cover.ts';
import type { FoundValue } from './found-value.ts';
import { asksSomething, type Frame } from './frame.ts';
import type { Item } from './item.ts';
import type { TableQuery } from './logical-form.ts';
import { readAsks } from './read-asks.ts';
import { readBrackets } from './read-brackets.ts';
import { readCalendar } from './read-calendar.ts';
import { isYesOrNo } from './read-entities.ts';
import { readGroups } from './read-groups.ts';
import { readNumbers } from './read-numbers.ts';
import { readTimes } from './read-times.ts';
import { readValues } from './read-values.ts';
import { type Context, Sentence } from './sentence.ts';
import { writeSql } from './sql.ts';
import { isId, isInParts } from './traits.ts';

/** An understood question: every word is part of the query, or reported as ignored. */
export interface Understanding {
  query: TableQuery;
  sql: string;
  cost: number;
  /** Ignored words. */
  dropped: string[];
  /** Nouns taken for the rows of the table. */
  taken: string[];
  /** Words whose reading is too far-fetched to be answered by. */
  doubted: string[];
}

export type TableReading =
  | { outcome: 'understood'; best: Understanding }
  /** Several interpretations are nearly equal and select different rows. */
  | { outcome: 'ambiguous'; candidates: Understanding[] }
  /** `unread` are words without meaning here; empty when only the sentence was not understood. */
  | {
      outcome: 'unknown';
      unread: string[];
      leans?: boolean /** Known words that no query takes in together. */;
      unplaced?: string[];
    };

export const longestQuestion = 60;
/** Cost of showing rows when nothing asks for it. */
const impliedListCost = 0.5;
/** Interpretations within this difference are offered to the user. */
export const equallyGood = 0.12;

type Surroundings = Pick<Context, 'vocabulary' | 'now' | 'elsewhere'>;

/** Interprets a question against one table. */
export function understandQuestion(
  question: string,
  table: TableSummary,
  surroundings: Surroundings,
  found: readonly FoundValue[] = [],
): TableReading {
  const tokens = tokenize(question, surroundings.vocabulary.rewrites);
  if (tokens.length === 0 || tokens.length > longestQuestion) return { outcome: 'unknown', unread: [] };
  const covers = coverQuestion(tokens, table, found, surroundings.vocabulary);
  const unread = covers[0].items.flatMap((item) => (isUnknown(item) ? [item.text] : []));
  if (covers[0].items.some(({ kind }) => kind === 'unread')) return { outcome: 'unknown', unread };
  const context = { table, ...surroundings };
  let left: string | undefined;
  const noteLeft = (text: string) => {
    left ??= text;
  };
  const all = covers.flatMap((cover) => understandCover(cover, context, noteLeft));
  const least = Math.min(...all.map(({ cost }) => cost));
  const good = all.filter(({ cost }) => cost <= least + equallyGood).sort((left, right) => left.cost - right.cost);
  const candidates = [...new Map(good.toReversed().map((one) => [one.sql, one])).values()].reverse();
  if (candidates.length === 0 && unread.length > 0) return { outcome: 'unknown', unread };
  if (candidates.length === 0)
    return {
      outcome: 'unknown',
      unread,
      leans: leansOnBefore(covers[0]),
      unplaced: left === undefined ? contentOf(covers[0]) : [left],
    };
  return candidates.length > 1 ? { outcome: 'ambiguous', candidates } : { outcome: 'understood', best: candidates[0] };
}

function isUnknown(item: Item): boolean {
  return item.kind === 'unread';
}

/** What names something of the table. */
function contentOf({ items }: Cover): string[] {
  return items.flatMap((item) => (item.kind === 'term' || item.kind === 'table' ? [] : [item.text]));
}

function leansOnBefore({ items }: Cover): boolean {
  return items.some((item) => item.kind === 'term' && (item.term === 'them' || item.term === 'followUp'));
}

/** Reads the surest slots first: groups, times and numbers with their columns; then values; then what is asked for. */
export function readSentence(
  cover: Cover,
  context: Context,
  choose: ConstructorParameters<typeof Sentence>[2],
): Sentence {
  const sentence = new Sentence(cover.items, context, choose);
  if (sentence.is(0, 'followUp')) {
    sentence.use(0);
    sentence.frame.leans = 'also';
  }
  readBrackets(sentence);
  readGroups(sentence);
  readCalendar(sentence);
  readTimes(sentence);
  readNumbers(sentence);
  readValues(sentence);
  return sentence;
}

/** A name this far from the words, or several that are half as far, are rather guessed than read. */
const mostFarFetched = 0.8;
const mostInAll = 1;

/** Returns the words that are read as names which are hardly theirs. */
function doubtedIn({ items }: Cover): string[] {
  const far = items.flatMap((item) => {
    const isName = item.kind === 'column' || item.kind === 'value';
    const distance = isName ? item.distance - surely : 0;
    return distance > 0 ? [{ text: item.text, distance }] : [];
  });
  const worst = Math.max(0, ...far.map(({ distance }) => distance));
  const all = far.reduce((sum, { distance }) => sum + distance, 0);
  if (worst <= mostFarFetched && all <= mostInAll) return [];
  return far.filter(({ distance }) => distance === worst).map(({ text }) => text);
}

/** What a synonym or a part of a name costs. */
const surely = 0.15;

function understandCover(cover: Cover, context: Context, noteLeft: (text: string) => void): Understanding[] {
  return explore((choose) => {
    const sentence = readSentence(cover, context, choose);
    readAsks(sentence);
    try {
      sentence.requireAllUsed();
    } finally {
      if (sentence.left !== undefined) noteLeft(sentence.left);
    }
    refuseOwned(sentence);
    const { frame } = sentence;
    const composed = leansOn(frame) ? undefined : composeQuery(frame, context);
    const query = composed && sentence.has('when') ? withDayAlone(composed) : composed;
    if (query && (isOneOfManyDays(query) || isCountOfParts(query, sentence) || weighsIds(query, sentence))) return [];
    if (!query || (isYesOrNo(sentence) && !saysYesOrNo(query))) return [];
    // "Fires by state"
    const asks = asksSomething(frame) || (frame.groups.length > 0 && frame.entity !== undefined);
    const cost = cover.cost + sentence.cost + (asks ? 0 : impliedListCost);
    const { dropped, taken } = sentence;
    const doubted = doubtedIn(cover);
    return [{ query, sql: writeSql(query), cost, dropped, taken, doubted }];
  }).flat();
}

/** "When was the last order" asks for the day. */
function withDayAlone(query: TableQuery): TableQuery {
  return isOneOfManyDays(query) && query.shape === 'rows' && query.order
    ? { ...query, columns: [query.order.column] }
    : query;
}

/** The last of many rows of a day is told by their time, which is another column. */
function isOneOfManyDays(query: TableQuery): boolean {
  if (query.shape !== 'rows' || query.limit !== 1 || query.order?.column.type !== 'date') return false;
  const { table, order, columns } = query;
  const shown = columns.length > 0 ? columns : table.columns;
  const recurs = (order.column.distinct ?? table.row_count) < 0.5 * table.row_count;
  return recurs && shown.some(({ name, type }) => type === 'text' && /^time$|[_ ]time$/i.test(name));
}

/** Rows of `order_items` are no orders: each has several. */
function isCountOfParts(query: TableQuery, { items, context }: Sentence): boolean {
  if (query.shape !== 'figures' || !query.measures.some(({ of }) => of === 'rows')) return false;
  const { table, vocabulary } = context;
  const orders = table.columns
    .filter((one) => isInParts(one, table, vocabulary))
    .map(({ name }) => wordsOfName(name)[0]);
  return items.some(({ kind, text }) => kind === 'table' && orders.includes(vocabulary.singular(text)));
}

/** "Patients with more than one test" have no number above 1, and "the course rating" is no average of numbers. */
function weighsIds(query: TableQuery, { items }: Sentence): boolean {
  if (items.some(({ text }) => /\b(ids?|numbers?)\b/.test(text))) return false;
  const bounds = query.conditions.filter(
    (one) => one.test === 'between' || (one.test === 'compare' && /^[<>]=?$/.test(one.operator)),
  );
  if (bounds.some(({ column }) => isId(column))) return true;
  if (query.shape !== 'figures') return false;
  return query.measures.some((one) => one.of === 'column' && !/est$/.test(one.aggregate) && isId(one.column));
}

/** "How many employees does Citigroup have": they are its own, not the rows. */
function refuseOwned(sentence: Sentence): void {
  for (const [at, item] of sentence.items.entries()) {
    if (item.kind !== 'table' || !item.loose || !sentence.is(at - 1, 'count')) continue;
    const [verb, owner, has] = sentence.items.slice(at + 1);
    const isOwned = /^(do|does|did)$/.test(verb?.text ?? '') && owner?.kind === 'value';
    if (isOwned && /^(have|own|employ)$/.test(has?.text ?? '')) giveUp();
  }
}

/** Neither figures nor rows tell whether something is so. */
function saysYesOrNo(query: TableQuery): boolean {
  return query.shape === 'figures' && (query.says !== undefined || query.groups.length > 0);
}

/** "And in westbrae?" makes sense only after another question. */
function leansOn(frame: Frame): boolean {
  const isWhole = asksSomething(frame) && frame.entity !== undefined;
  return frame.leans === 'them' || (frame.leans === 'also' && !isWhole);
}
