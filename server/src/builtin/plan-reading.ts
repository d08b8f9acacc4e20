import type { LikelyReading } from '../questions/read-question.ts';
import { inPostgresql } from '../questions/realise/in-postgresql.ts';
import { whetherOf } from '../questions/realise/say-whether.ts';
import { writeSql } from '../questions/realise/write-sql.ts';
import { stemsOfName } from '../questions/words/tokens.ts';
import { asksBeyond, asksOfAnother, asksOtherwise, countsAllFor, countsForOthers } from './asks-otherwise.ts';
import type { TableSummary } from './grounding.ts';
import { dropsDenial, foldsYears, leavesBound, leavesDenial, showsNoPeriod, takesRowForSum } from './left-out.ts';
import { meantAmong, type Read, readAlone, readJoined, sourcesOf } from './meant-table.ts';
import type { Plan } from './plan-kinds.ts';
import type { Surroundings } from './surroundings.ts';
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
type Bar = keyof typeof likelyEnough;
/** So much likelier a reading of one of several tables must be, and of the one that is meant where it leaves a word. */
const ofSeveral = 0.45;
const whereLeft = 0.2;
const mostTables = 8;
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
  const tables = sourcesOf(surroundings).slice(0, mostTables);
  const bar = barFor(plan);
  if (!bar || question.length > longestText) return { plan };
  const read = tables.flatMap((one) => readAlone(question, one, surroundings));
  const joined = tables.length === 1 ? [] : readJoined(question, read, surroundings);
  const meant = tables.length === 1 ? read[0] : (joined[0] ?? meantAmong(question, read));
  const asked = { question, bar, meant };
  const byOwn = [...read, ...joined].filter(
    ({ best: { reading } }) =>
      plan.kind !== 'query' || !(foldsYears(reading, plan.query) || takesRowForSum(reading, plan.query)),
  );
  // Which tables are meant together the rules know no better
  const barOfOne = (one: Read) => (one.joined !== undefined && plan.kind === 'query' ? 'refuse' : bar);
  const sure = byOwn.filter((one) => isSure(one, { ...asked, bar: barOfOne(one) })).sort(likelierFirst);
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
  const enough = (isWhole ? whole : sample) + (best.isTaught ? 0 : moreOfSeveral(read, isMeant));
  if (best.probability < enough) return false;
  const isRead = isMeant || best.isTaught || best.unread.length === 0;
  const asked = { question, rowNames: stemsOfName(table.name) };
  const isLeft = leavesBound(best.unread, question) || leavesDenial(best.reading, question);
  const isOfOthers = read.beside.length === 1 ? countsAllFor(best, asked) : countsForOthers(best, asked);
  const isOther = isWhole ? isOfOthers : asksOtherwise(best, asked);
  return isRead && !isLeft && !isOther && !asksOfAnother(best, asked);
}

function moreOfSeveral({ beside, best }: Read, isMeant: boolean): number {
  if (!isMeant) return ofSeveral;
  return beside.length > 1 && best.unread.length > 0 ? whereLeft : 0;
}

/** Documents are sought where a word is left that no table knows. */
function barOf({ isTaught, unread }: LikelyReading, bar: Bar): Bar {
  if (isTaught) return 'taught';
  return bar === 'search' && unread.length === 0 ? 'refuse' : bar;
}

function answerBy({ tool, dialect, table, best, readings, joined }: Read, question: string): Draft {
  const { reading } = best;
  const whether = whetherOf(question, reading);
  const enough = likelyEnough.query[isKnownWhole(table) ? 'whole' : 'sample'];
  const plan: Plan = {
    kind: 'read',
    tool,
    sql: writeSql(dialect === 'postgresql' ? inPostgresql(reading) : reading, table),
    reading,
    isCertain: best.unread.length === 0 && best.probability >= enough,
    ...(whether ? { whether } : {}),
    ...(joined === undefined ? {} : { joined }),
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

function barFor(plan: Plan): Bar | undefined {
  if (plan.kind === 'query' && plan.dropped.length + plan.taken.length > 0) return 'partly';
  return plan.kind in likelyEnough ? (plan.kind as Bar) : undefined;
}
