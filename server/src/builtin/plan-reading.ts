import { type LikelyReading, readQuestion } from '../questions/read-question.ts';
import { inPostgresql } from '../questions/realise/in-postgresql.ts';
import { whetherOf } from '../questions/realise/say-whether.ts';
import { writeSql } from '../questions/realise/write-sql.ts';
import { stemsOfName, tokenize } from '../questions/words/tokens.ts';
import { asksBeyond, asksOfAnother, asksOtherwise, countsAllFor } from './asks-otherwise.ts';
import type { Grounding, TableSummary } from './grounding.ts';
import { dropsDenial, foldsYears, leavesBound, leavesDenial, showsNoPeriod, takesRowForSum } from './left-out.ts';
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
  /** A query that leaves words out or takes some for the rows. */
  partly: { whole: 0.55, sample: 0.7 },
  refuse: { whole: 0.45, sample: 0.55 },
  choose: { whole: 0.45, sample: 0.55 },
  doubt: { whole: 0.45, sample: 0.55 },
  search: { whole: 0.7, sample: 0.8 },
  /** The question says names that the owner of the table gave to expressions. */
  taught: { whole: 0.35, sample: 0.4 },
};
type Dialect = Extract<Grounding, { kind: 'sql' }>['dialect'];
type Bar = keyof typeof likelyEnough;
const ofSeveral = 0.45;
const mostTables = 8;
/** The readings of a question to one table, the best first. */
interface Read {
  tool: string;
  dialect: Dialect;
  table: TableSummary;
  readings: readonly LikelyReading[];
  best: LikelyReading;
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
export function planReading(question: string, byRules: Plan, surroundings: Surroundings): Draft {
  const plan = withoutBounds(byRules, question);
  const bar = barFor(plan);
  if (!bar) return { plan };
  if (question.length > longestText) return { plan };
  const sources = ofKind(surroundings, 'sql');
  const tables = sources
    .flatMap(({ tool, dialect, tables }) => tables.map((table) => ({ tool, dialect, table })))
    .slice(0, mostTables);
  // The rules know better which of several tables is meant.
  const among = tables.filter(
    ({ table }) => plan.kind !== 'query' || table.name === plan.query.table.name || teaches(table),
  );
  const read = among.flatMap(({ tool, dialect, table }): Read[] => {
    const known = withFound(table, surroundings.found?.get(table) ?? []);
    const readings = known.sample?.length === 0 ? [] : readQuestion(question, known);
    return readings.length > 0 ? [{ tool, dialect, table: known, readings, best: readings[0] }] : [];
  });
  const meant = tables.length === 1 ? read[0] : meantAmong(read, question);
  const asked = { question, bar, meant };
  const byOwn = read.filter(
    ({ best: { reading } }) =>
      plan.kind !== 'query' || !(foldsYears(reading, plan.query) || takesRowForSum(reading, plan.query)),
  );
  const sure = byOwn.filter((one) => isSure(one, asked)).sort(likelierFirst);
  if (sure.length > 0) return answerBy(sure[0], question);
  return plan.kind === 'query' ? { plan } : refusalOf(plan, read.toSorted(likelierFirst), { question, bar, tables });
}

/** A query that leaves out a bound or a denial answers of other rows, and one of rows tells no year. */
function withoutBounds(plan: Plan, question: string): Plan {
  if (plan.kind !== 'query') return plan;
  const isLeft = leavesBound(plan.dropped, question) || dropsDenial(plan.dropped);
  return isLeft || showsNoPeriod(plan.query, question) ? { kind: 'refuse', unread: plan.dropped } : plan;
}

interface Asked {
  question: string;
  bar: Bar;
  /** The table that the question is about, where one is. */
  meant: Read | undefined;
}

/** Of several tables the one whose reading leaves no word; of such the one whose rows the question names. */
function meantAmong(read: readonly Read[], question: string): Read | undefined {
  const said = new Set(tokenize(question).map(({ stem }) => stem));
  const whole = read.filter(({ best }) => best.unread.length === 0);
  const named = whole.filter(({ table }) => stemsOfName(table.name).some((stem) => said.has(stem)));
  if (named.length === 1) return named[0];
  return whole.length === 1 ? whole[0] : undefined;
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

function isSure(read: Read, { question, bar, meant }: Asked): boolean {
  const { table, best } = read;
  if (best.isExact) return true;
  if (asksBeyond(question)) return false;
  const isWhole = isKnownWhole(table);
  const { whole, sample } = likelyEnough[barOf(best, bar)];
  const isMeant = meant === read;
  // More is asked of one of several tables: the answer may lie in another, or in two
  const enough = (isWhole ? whole : sample) + (isMeant || best.isTaught ? 0 : ofSeveral);
  if (best.probability < enough) return false;
  const isRead = isMeant || best.isTaught || best.unread.length === 0;
  const asked = { question, rowNames: stemsOfName(table.name) };
  const isLeft = leavesBound(best.unread, question) || leavesDenial(best.reading, question);
  const isOther = isWhole ? countsAllFor(best, asked) : asksOtherwise(best, asked);
  return isRead && !isLeft && !isOther && !asksOfAnother(best, asked);
}

/** Documents are sought where a word is left that no table knows. */
function barOf({ isTaught, unread }: LikelyReading, bar: Bar): Bar {
  if (isTaught) return 'taught';
  return bar === 'search' && unread.length === 0 ? 'refuse' : bar;
}

function answerBy({ tool, dialect, table, best, readings }: Read, question: string): Draft {
  const { reading } = best;
  const whether = whetherOf(question, reading);
  const enough = likelyEnough.query[isKnownWhole(table) ? 'whole' : 'sample'];
  const plan: Plan = {
    kind: 'read',
    tool,
    sql: writeSql(dialect === 'postgresql' ? inPostgresql(reading) : reading, table.name),
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
  { question, tables, bar }: Omit<Asked, 'meant'> & { tables: readonly { table: TableSummary }[] },
): Draft {
  const [best, second] = first?.readings ?? [];
  const isTold = best !== undefined && best.probability >= leastTold && best.unread.length <= mostUnread;
  const near = isTold ? { near: { table: first.table, readings: first.readings } } : {};
  if (plan.kind !== 'refuse' && plan.kind !== 'search') return { plan, ...near };
  const isLikely = isTold && best.probability >= likelyEnough[bar].whole / 2 && best.unread.length === 0;
  const isOpen = plan.kind === 'refuse' && isLikely && (second?.probability ?? 0) >= nearEnough * best.probability;
  const term = plan.unread[0] ?? best?.unread[0];
  const isWord = term !== undefined && /\p{L}/u.test(term);
  const lacks = isWord ? { lacks: { term, question, tables: tables.map(({ table }) => table) } } : {};
  return { plan, ...near, isOpen, ...lacks };
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
  if (plan.kind === 'query' && plan.dropped.length + plan.taken.length > 0) return 'partly';
  return plan.kind in likelyEnough ? (plan.kind as Bar) : undefined;
}
