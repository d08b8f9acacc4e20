import type { Answer, Condition, Field } from '../questions/algebra.ts';
import { type LikelyReading, readQuestion } from '../questions/read-question.ts';
import { whetherOf } from '../questions/realise/say-whether.ts';
import { writeSql } from '../questions/realise/write-sql.ts';
import { wordsOf } from '../questions/words/tokens.ts';
import type { TableSummary } from './grounding.ts';
import type { Plan } from './plan-kinds.ts';
import { ofKind, type Surroundings } from './surroundings.ts';
import type { FoundValue } from './tables/found-value.ts';
import { longestText } from './words/tokens.ts';

/**
 * How likely a reading must be where it is tried on all rows, and on some: by what the rules made of the question. On
 * databases that it did not learn from it is right more often than the rules, of small and of large tables.
 */
const likelyEnough = {
  query: { whole: 0.75, sample: 0.8 },
  /** A query that leaves words out or guesses some. */
  partly: { whole: 0.55, sample: 0.7 },
  refuse: { whole: 0.45, sample: 0.55 },
  choose: { whole: 0.45, sample: 0.55 },
  doubt: { whole: 0.45, sample: 0.55 },
  search: { whole: 0.7, sample: 0.8 },
  /** The question says names that the owner of the table gave to expressions. */
  taught: { whole: 0.35, sample: 0.4 },
};
type Bar = keyof typeof likelyEnough;
/** More is asked of one of several tables: the answer may lie in another, or in two. */
const ofSeveral = 0.45;
const mostTables = 8;
/** The readings of a question to one table, the best first. */
interface Read {
  tool: string;
  table: TableSummary;
  readings: readonly LikelyReading[];
  best: LikelyReading;
  isSure: boolean;
}

/** A plan with what may be told beside it, which takes further readings to find: see `offer-choices.ts`. */
export interface Draft {
  plan: Plan;
  /** The table that is read, and words that the reading does not say. */
  read?: { table: TableSummary; unread: readonly string[] };
  near?: { table: TableSummary; readings: readonly LikelyReading[] };
  /** Whether to ask back, where two of these can be asked. */
  isOpen?: boolean;
  lacks?: { term: string; question: string; tables: readonly TableSummary[] };
}

/** Plans a question in English by what was learned of real ones, where that is likelier right than the plan of the rules. */
export function planReading(question: string, plan: Plan, surroundings: Surroundings): Draft {
  const bar = barFor(plan);
  if (!bar) return { plan };
  if (question.length > longestText) return { plan };
  const sources = ofKind(surroundings, 'sql').filter(({ dialect }) => dialect === 'duckdb');
  const tables = sources.flatMap(({ tool, tables }) => tables.map((table) => ({ tool, table }))).slice(0, mostTables);
  const asked = { question, plan, bar, isOnly: tables.length === 1 };
  // The rules know better which of several tables is meant.
  const among = tables.filter(
    ({ table }) => plan.kind !== 'query' || table.name === plan.query.table.name || teaches(table),
  );
  const read = among.flatMap(({ tool, table }) => {
    const known = withFound(table, surroundings.found?.get(table) ?? []);
    const one = readTable(known, asked);
    return one ? [{ ...one, tool, table: known }] : [];
  });
  const sure = read.filter(({ isSure }) => isSure).sort(likelierFirst);
  if (sure.length > 0) return answerBy(sure[0], question);
  return plan.kind === 'query' ? { plan } : refusalOf(plan, read.toSorted(likelierFirst), { ...asked, tables });
}

/** Begins as a question that asks one reading. */
const exact = /^what (is|are) the /i;

interface Asked {
  question: string;
  plan: Plan;
  bar: Bar;
  /** Whether there is no other table. */
  isOnly: boolean;
}

function teaches({ columns }: TableSummary): boolean {
  return columns.some(({ formula, synonyms }) => formula !== undefined || synonyms !== undefined);
}

function isKnownWhole({ sample, row_count }: TableSummary): boolean {
  return (sample?.length ?? 0) >= row_count;
}

function likelierFirst({ best: one }: Read, { best: other }: Read): number {
  return Number(other.isExact) - Number(one.isExact) || other.probability - one.probability;
}

/** Trying hundreds of readings takes long, so where nothing can be sure nothing is read. */
function readTable(table: TableSummary, { question, bar, isOnly }: Asked): Omit<Read, 'tool' | 'table'> | undefined {
  const rows = table.sample?.length ?? 0;
  const isWhole = isKnownWhole(table);
  const most = likelyEnough[bar][isWhole ? 'whole' : 'sample'] + (isOnly ? 0 : ofSeveral);
  const mayBeSure = most <= 1 || teaches(table) || exact.test(question);
  const readings = rows > 0 && mayBeSure ? readQuestion(question, table) : [];
  const [best] = readings;
  if (best === undefined) return undefined;
  const { whole, sample } = likelyEnough[best.isTaught ? 'taught' : bar];
  const enough = (isWhole ? whole : sample) + (isOnly || best.isTaught ? 0 : ofSeveral);
  // A word that one of several tables does not know may be one of another, or of none.
  const isRead = isOnly || best.isTaught || best.unread.length === 0;
  const isOther = isWhole ? countsAllFor(best, question) : asksOtherwise(best, question);
  const isLikely = isRead && best.probability >= enough && !isOther;
  return { readings, best, isSure: best.isExact || isLikely };
}

function answerBy({ tool, table, best, readings }: Read, question: string): Draft {
  const { reading } = best;
  const whether = whetherOf(question, reading);
  const enough = likelyEnough.query[isKnownWhole(table) ? 'whole' : 'sample'];
  const plan: Plan = {
    kind: 'read',
    tool,
    sql: writeSql(reading, table.name),
    reading,
    isCertain: best.unread.length === 0 && best.probability >= enough,
    ...(whether ? { whether } : {}),
    alternatives: [],
  };
  const read = { table, unread: best.unread };
  return best.isExact ? { plan, read } : { plan, read, near: { table, readings: readings.slice(1) } };
}

/** Readings of which the best is less likely than this are not told. */
export const leastTold = 0.12;
/** Where the second is this part as likely as the first, nobody knows which is meant. */
const nearEnough = 0.7;
const mostUnread = 2;

/** What is near to a refused question, and the word that it lacks; where two readings are as likely, it is open. */
function refusalOf(
  plan: Plan,
  [first]: readonly Read[],
  { question, tables, bar }: Asked & { tables: readonly { table: TableSummary }[] },
): Draft {
  const [best, second] = first?.readings ?? [];
  const isTold = best !== undefined && best.probability >= leastTold && best.unread.length <= mostUnread;
  const near = isTold ? { near: { table: first.table, readings: first.readings } } : {};
  if (plan.kind !== 'refuse' && plan.kind !== 'search') return { plan, ...near };
  const isLikely = isTold && best.probability >= likelyEnough[bar].whole / 2 && best.unread.length === 0;
  const isOpen = plan.kind === 'refuse' && isLikely && (second?.probability ?? 0) >= nearEnough * best.probability;
  const term = plan.unread[0] ?? best?.unread[0];
  const isWord = term !== undefined && !/^\d/.test(term);
  const lacks = isWord ? { lacks: { term, question, tables: tables.map(({ table }) => table) } } : {};
  return { plan, ...near, isOpen, ...lacks };
}

/** Whether words ask for another answer than the reading has. The rows of a sample do not tell: many readings hold there. */
function asksOtherwise({ unread, reading }: LikelyReading, question: string): boolean {
  const { answer, rows } = reading;
  if (asksOfOthers(unread, question)) return true;
  if (asksShare.test(question) && answer.kind !== 'share') return true;
  if (asksEach.test(question) && !ofGroups.has(answer.kind)) return true;
  if (/\bor\b/i.test(question) && rows.conditions.length > 1 && !rows.conditions.some(isChoice)) return true;
  if (
    answer.kind === 'values' &&
    rows.pick &&
    rows.pick.field.at !== answer.field.at &&
    asksEndOf(answer.field, question)
  )
    return true;
  // Which of two conditions is the whole, and which the share?
  if (answer.kind === 'share' && rows.conditions.length > 0) return true;
  if (answer.kind === 'top') return answer.measure.of === 'rows' && unread.length > 1;
  if (answer.kind === 'having') return false;
  const isCount = 'measure' in answer ? answer.measure.of === 'rows' : /^(count|distinct)$/.test(answer.kind);
  return isCount && (asksFigure.test(question) || mayCountOthers(unread, question));
}

/** "How many homes are posh" does not ask how many there are: a word that nothing reads says which are meant. */
function countsAllFor({ unread, reading: { answer, rows } }: LikelyReading, question: string): boolean {
  const isOfAll = rows.conditions.length === 0 && rows.pick === undefined && answer.kind === 'count';
  return isOfAll && mayCountOthers(unread, question);
}

/** "In summer", "in Oakland": a word that says which rows are meant, and is not read. */
function asksOfOthers(unread: readonly string[], question: string): boolean {
  const words = wordsOf(question);
  return unread.some((word) =>
    /^(in|from|at|near|during|without|except|excluding)$/.test(words[words.indexOf(word) - 1]),
  );
}

/** "The highest sqft" is a figure of sqft, and not the sqft of a row that is highest in something else. */
function asksEndOf({ column }: Field, question: string): boolean {
  const words = wordsOf(question);
  const at = words.findIndex((word) => asksFigure.test(word));
  const name = wordsOf(column.name).join(' ');
  return at !== -1 && `${words.slice(at + 1).join(' ')} `.startsWith(`${name} `);
}

const asksShare = /%|\b(share|percent|percentage|proportion)\b/i;
const asksFigure = /\b(average|mean|median|lowest|highest|smallest|largest|minimum|maximum)\b/i;
const asksEach = /\b(each|every|per)\b/i;
const ofGroups: ReadonlySet<Answer['kind']> = new Set(['groups', 'top', 'having', 'difference']);

/** Either of several values; of two columns none is read. */
function isChoice(condition: Condition): boolean {
  if (condition.test === 'is') return condition.values.length > 1;
  return condition.test === 'holds' && condition.phrases.length > 1;
}

/**
 * Any rows can be counted, so a word that says nothing there tells of something else: "how many cars are parked". Only
 * what the rows are called may be left.
 */
function mayCountOthers(unread: readonly string[], question: string): boolean {
  const words = wordsOf(question);
  const isName = (word: string) => /^(many|of|count|the|all)?$/.test(words[words.indexOf(word) - 1] ?? '');
  return unread.length > 1 || !unread.every(isName);
}

/** Adds values that were sought in all rows to what the sample shows of columns with many. */
export function withFound(table: TableSummary, found: readonly FoundValue[]): TableSummary {
  if (found.length === 0) return table;
  const columns = table.columns.map((column, at) => {
    const own = found.filter((one) => one.column.name === column.name).map(({ value }) => value);
    if (column.values || own.length === 0) return column;
    return { ...column, values: [...new Set([...own, ...(table.sample ?? []).map((row) => row[at])])].filter(isText) };
  });
  return { ...table, columns };
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}

function barFor(plan: Plan): Bar | undefined {
  if (plan.kind === 'query' && plan.dropped.length + plan.taken.length + plan.guessed.length > 0) return 'partly';
  return plan.kind in likelyEnough ? (plan.kind as Bar) : undefined;
}
