import type { Reading } from '../questions/algebra.ts';
import { isOpenBetween } from '../questions/rank/open-between.ts';
import { namingWords } from '../questions/rank/unread-words.ts';
import type { LikelyReading } from '../questions/read-question.ts';
import { inPostgresql } from '../questions/realise/in-postgresql.ts';
import { whetherOf } from '../questions/realise/say-whether.ts';
import { writeSql } from '../questions/realise/write-sql.ts';
import { stemsOfName, tokenize } from '../questions/words/tokens.ts';
import {
  asksBeyond,
  asksOfAnother,
  countsAllLeaving,
  countsForOthers,
  leavesAsked,
  leavesWhich,
  listsAll,
  namesRowsAlone,
} from './asks-otherwise.ts';
import { withoutChart } from './chart-requests.ts';
import { knowsAny } from './choose-joins.ts';
import { correctTyping } from './correct-typing.ts';
import type { TableSummary } from './grounding.ts';
import { leavesDenial, leavesFigure, tellsNoFigure } from './left-out.ts';
import { likelySources } from './likely-tables.ts';
import { meantAmong, type Read, readAlone, readJoined, type Source } from './meant-table.ts';
import type { Plan, ReadPlan } from './plan-kinds.ts';
import { sayTimes } from './relative-times.ts';
import type { Surroundings } from './surroundings.ts';
import { longestText } from './words/tokens.ts';

/** How likely a reading must be where it is tried on all rows, and on some. */
const likelyEnough = {
  refuse: { whole: 0.5, sample: 0.55 },
  /** Documents may answer, too. */
  search: { whole: 0.7, sample: 0.8 },
  /** The question says names that the owner of the table gave to expressions. */
  taught: { whole: 0.35, sample: 0.4 },
  /** Nothing is told beside what is as likely as this. */
  certain: { whole: 0.75, sample: 0.8 },
};
type Bar = keyof typeof likelyEnough;
/** So much likelier a reading of one of several tables must be, and of the one that is meant where it leaves a word. */
const ofSeveral = 0.45;
const whereLeft = 0.2;
const whereAnother = 0.3;

/** A plan with what may be told beside it, which takes further readings to find: see `offer-choices.ts`. */
export interface Draft {
  plan: Plan;
  /** The table that is read. */
  table?: TableSummary;
  near?: { table: TableSummary; readings: readonly LikelyReading[] };
  /** Plans another reading of the same table. */
  reread?: (reading: Reading) => Draft;
  /** Whether to ask back, where two of these can be asked. */
  isOpen?: boolean;
  lacks?: { term: string; question: string; tables: readonly TableSummary[] };
}

/** Plans a question in English to tables, where a reading of it is likely; else as it is answered beside them. */
export function planReading(question: string, beside: Plan, surroundings: Surroundings): Draft {
  if ((beside.kind !== 'refuse' && beside.kind !== 'search') || question.length > longestText) return { plan: beside };
  const bar = beside.kind;
  const said = correctTyping(sayTimes(withoutChart(question), surroundings.now), surroundings);
  const tables = likelySources(said, surroundings);
  const none = countNone(said, tables);
  if (none) return none;
  const read = tables.flatMap((one) => readAlone(said, one));
  const joined = tables.length === 1 ? [] : readJoined(said, read, surroundings);
  const meant = tables.length === 1 ? read[0] : (joined[0] ?? meantAmong(said, read));
  const asked = { question: said, bar, meant };
  const sure = [...read, ...joined].filter((one) => isSure(one, asked)).sort(likelierFirst);
  if (sure.length > 0) return answerBy(sure[0], said, surroundings.isPublic ?? false);
  return refusalOf(beside, read.toSorted(likelierFirst), {
    question: said,
    bar,
    tables,
    isPublic: surroundings.isPublic ?? false,
  });
}

/** Whatever is counted in a table without rows. */
function countNone(question: string, sources: readonly Source[]): Draft | undefined {
  const [source, ...others] = sources;
  if (!source || others.length > 0 || source.table.row_count > 0 || !/^\W*how many\b/i.test(question)) return undefined;
  return { plan: planOf(source, { rows: { conditions: [] }, answer: { kind: 'count' } }), table: source.table };
}

type Beside = Extract<Plan, { kind: 'refuse' | 'search' }>;

interface Asked {
  question: string;
  bar: Beside['kind'];
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
  if (best.leavesHead || isRuledOut(read, question) || isOpenBetween(read.readings)) return false;
  const isWhole = isKnownWhole(table);
  const { whole, sample } = likelyEnough[barOf(best, bar)];
  const isMeant = meant === read;
  // More is asked of one of several tables: the answer may lie in another, or in two
  const more = best.isTaught ? 0 : moreOfSeveral(read, isMeant) + (asksAnother(read, question) ? whereAnother : 0);
  if (best.probability < (isWhole ? whole : sample) + more) return false;
  return isMeant || best.isTaught || best.unread.length === 0;
}

function askedOf(question: string, { name }: TableSummary) {
  return { question, table: name, rowNames: stemsOfName(name) };
}

/** Whether the question asks for something else than a reading tells, however likely that is. */
function isRuledOut({ table, best }: Read, question: string): boolean {
  const { reading, unread } = best;
  return (
    asksBeyond(question) ||
    leavesWhich(best, table.name, question) ||
    leavesFigure(unread, question) ||
    leavesDenial(reading, question) ||
    tellsNoFigure(reading.answer, question) ||
    listsAll(reading, question) ||
    asksOfAnother(best, askedOf(question, table)) ||
    countsAllLeaving(best, askedOf(question, table))
  );
}

/** Suppliers are no orders, those that were shipped abroad are not all that were shipped, and a branch is perhaps no depot. */
function asksAnother({ best, table }: Read, question: string): boolean {
  const asked = askedOf(question, table);
  const isCount = best.reading.answer.kind === 'count';
  return countsForOthers(best, asked) || (!isCount && leavesAsked(best, asked));
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

function answerBy(read: Read, question: string, isPublic: boolean): Draft {
  const { table, best, readings } = read;
  const whether = whetherOf(question, best.reading);
  const enough = likelyEnough.certain[isKnownWhole(table) ? 'whole' : 'sample'];
  const isCertain = best.unread.length === 0 && best.probability >= enough;
  // Strangers are told how many
  const isListed = !isPublic && namesRowsAlone(question, best.reading);
  const looked = isListed ? { ...best.reading, answer: { kind: 'rows', counted: true } as const } : best.reading;
  const plan: Plan = {
    ...planOf(read, looked),
    reading: best.reading,
    unread: best.unread,
    isCertain,
    ...(isListed ? { isListed } : {}),
    ...(whether ? { whether } : {}),
  };
  const draft = { plan, table, reread: rereadingOf(read) };
  return best.isExact ? draft : { ...draft, near: { table, readings: readings.slice(1) } };
}

function rereadingOf(read: Read): (reading: Reading) => Draft {
  return (reading) => ({ plan: planOf(read, reading), table: read.table, reread: rereadingOf(read) });
}

function planOf({ tool, dialect, table, joined }: Source & Pick<Read, 'joined'>, reading: Reading): ReadPlan {
  return {
    kind: 'read',
    tool,
    sql: writeSql(dialect === 'postgresql' ? inPostgresql(reading) : reading, table),
    reading,
    unread: [],
    isCertain: true,
    ...(joined === undefined ? {} : { joined }),
    alternatives: [],
  };
}

/** Readings of which the best is less likely than this are not told. */
export const leastTold = 0.12;
/** What is less likely than this is not told in doubt: of those that are, half are right. */
const leastDoubted = 0.25;
/** Of counts that leave a word, other than what is counted, so many are wrong below this. */
const leastOfOthers = 0.4;
/** Where the second is this part as likely as the first, nobody knows which is meant. */
const nearEnough = 0.7;
const mostUnread = 2;
const mostLeft = 4;
/** Each choice and each entry takes another reading: nothing is offered for a longer question. */
const longestOffered = 300;

/**
 * A count that leaves a word may count others: 865 who were tested are not 865 who died. Nothing is meant where a number is
 * left, or a word beside a column that no word names.
 */
function mayBeMeant(read: Read, question: string): boolean {
  const { unread, guessesFigure } = read.best;
  if (unread.some((word) => /^\d/.test(word)) || (unread.length > 0 && guessesFigure)) return false;
  const asked = askedOf(question, read.table);
  const isOfOthers = countsForOthers(read.best, asked) && !(leavesAsked(read.best, asked) && unread.length === 1);
  return !isRuledOut(read, question) && read.best.probability >= (isOfOthers ? leastOfOthers : leastDoubted);
}

interface Refusal extends Omit<Asked, 'meant'> {
  tables: readonly { table: TableSummary }[];
  /** Strangers are told nothing in doubt. */
  isPublic: boolean;
}

/** Words that are known, but not how they are meant here. */
const asksFigure =
  /^(average|mean|avg|medians?|percent|percentage|share|proportion|fraction|difference|rate|times|half|hundred|thousand|million|billion|on|through|outside|without|don|doesn|didn|isn|aren|wasn|weren)$/;

/** What is near to a refused question, and the word that it lacks; where two readings are as likely, it is open. */
function refusalOf(plan: Beside, [first]: readonly Read[], { question, tables, bar, isPublic }: Refusal): Draft {
  const [best, second] = first?.readings ?? [];
  const isBrief = question.length <= longestOffered;
  const isTold = isBrief && best !== undefined && best.probability >= leastTold && best.unread.length <= mostUnread;
  const near = isTold ? { near: { table: first.table, readings: first.readings } } : {};
  const isLikely = isTold && best.probability >= likelyEnough[bar].whole / 2 && best.unread.length === 0;
  const isNear = (second?.probability ?? 0) >= nearEnough * (best?.probability ?? 0);
  const isOpen = plan.kind === 'refuse' && isLikely && (isNear || isOpenBetween(first.readings));
  const summaries = tables.map(({ table }) => table);
  const left = best?.unread ?? (tables.length > 0 ? namingWords(question) : []);
  // What a table knows is not what the reading lacks
  const isShort = left.length <= mostLeft && summaries.length <= mostLeft;
  const plain = left.filter((word) => !asksFigure.test(word));
  const unread = isShort ? plain.filter((word) => !knowsAny(question, [word], summaries)) : plain;
  const [term] = unread;
  const isWord = isBrief && term !== undefined && /\p{L}/u.test(term);
  const lacks = isWord ? { lacks: { term, question, tables: summaries } } : {};
  const empty = emptyColumns(question, tables);
  const mayDoubt = isTold && plan.kind === 'refuse' && mayBeMeant(first, question);
  const doubted = mayDoubt && !isPublic ? { doubted: { ...planOf(first, best.reading), unread: best.unread } } : {};
  const refused = { ...plan, unread: [...unread], ...(empty.length > 0 ? { empty } : {}), ...doubted };
  return { plan: refused, ...near, isOpen, ...lacks };
}

function emptyColumns(question: string, tables: readonly { table: TableSummary }[]): string[] {
  const said = new Set(tokenize(question).map(({ stem }) => stem));
  return tables
    .filter(({ table }) => table.row_count > 0)
    .flatMap(({ table: { columns, row_count } }) => columns.filter(({ nulls }) => nulls === row_count))
    .map(({ name }) => name)
    .filter((name) => stemsOfName(name).every((stem) => said.has(stem)));
}
