import type { Condition } from '../../../questions/algebra.ts';
import { type LikelyReading, readQuestion } from '../../../questions/read-question.ts';
import { sayReading } from '../../../questions/realise/say-reading.ts';
import { writeSql } from '../../../questions/realise/write-sql.ts';
import type { TableSummary } from '../grounding.ts';
import type { Plan } from './plan.ts';
import { ofKind, type Surroundings } from './surroundings.ts';
import type { FoundValue } from './tables/table-names.ts';
import { longestText } from './words/tokens.ts';
import { ownWordsOf } from './words/tongues/own-words.ts';
import { sayInEnglish } from './words/tongues/say-in-english.ts';

/**
 * How likely a reading must be where it is tried on all rows, and on some: by what the rules made of the question. On
 * databases that it did not learn from it is right more often than the rules, of small and of large tables.
 */
const likelyEnough = {
  query: { whole: 0.75, sample: 0.8 },
  /** A query that leaves words out or guesses some. */
  partly: { whole: 0.55, sample: 0.7 },
  refuse: { whole: 0.4, sample: 0.45 },
  choose: { whole: 0.4, sample: 0.45 },
  doubt: { whole: 0.4, sample: 0.45 },
  search: { whole: 0.7, sample: 0.8 },
};
/** More is asked of one of several tables: the answer may lie in another, or in two. */
const ofSeveral = 0.45;
const mostTables = 8;
/** Such a question goes on from another. */
const leaning =
  /^(and|or|what about|how about|but|only|now|then|also|same)\b|\b(they|them|it|those|these|he|she|him|her|his|its|their)\b/i;

/** Reads the last question by what was learned of real ones, where the rules do not answer it. */
export function planReading(questions: readonly string[], plan: Plan, surroundings: Surroundings): Plan | undefined {
  const bar = barFor(plan);
  if (!bar) return undefined;
  const last = questions.at(-1) ?? '';
  if (plan.kind === 'query' && questions.length > 1) return undefined;
  if (last.length > longestText || (questions.length > 1 && leaning.test(last))) return undefined;
  const sources = ofKind(surroundings, 'sql').filter(({ dialect }) => dialect === 'duckdb');
  const tables = sources.flatMap(({ tool, tables }) => tables.map((table) => ({ tool, table }))).slice(0, mostTables);
  // The rules know better which of several tables is meant.
  const asked = plan.kind === 'query' ? tables.filter(({ table }) => table.name === plan.query.table.name) : tables;
  const [question] = sayInEnglish([last], ownWordsOf(tables.map(({ table }) => table)));
  const likely = asked.flatMap(({ tool, table }) => {
    const rows = table.sample?.length ?? 0;
    const enough = (rows >= table.row_count ? bar.whole : bar.sample) + (tables.length > 1 ? ofSeveral : 0);
    // Trying hundreds of readings takes long, and no probability is above 1
    const known = withFound(table, surroundings.found?.get(table) ?? []);
    const [best, ...others] = rows === 0 || enough > 1 ? [] : readQuestion(question, known);
    const isRead = rows >= table.row_count || !best || saysEnough(best, question, plan);
    return best && isRead && best.probability >= enough
      ? [{ ...best, others: doubtOf(best, others), tool, table }]
      : [];
  });
  const [best] = likely.sort((one, other) => other.probability - one.probability);
  if (best === undefined) return undefined;
  return {
    kind: 'read',
    tool: best.tool,
    sql: writeSql(best.reading, best.table.name),
    reading: best.reading,
    others: best.others,
  };
}

/** On large tables a word without meaning there makes another question; only what the rows are called may be left. */
function saysEnough({ unread, reading }: LikelyReading, question: string, plan: Plan): boolean {
  const most = plan.kind === 'query' ? 0 : 1;
  const { conditions } = reading.rows;
  if (conditions.length > 1 && /\bor\b/i.test(question) && !conditions.some(isChoice)) return false;
  return unread.length <= most && !unread.some((word) => /^\d/.test(word) || neverLeft.test(word));
}

/** Either of several values; of two columns none is read. */
function isChoice(condition: Condition): boolean {
  if (condition.test === 'is') return condition.values.length > 1;
  return condition.test === 'holds' && condition.phrases.length > 1;
}

/** Times, and what is worked out. */
const neverLeft =
  /^(average|mean|median|percent|percentage|share|proportion|spring|summer|autumn|winter|january|february|march|april|june|july|august|september|october|november|december|today|yesterday|week|weekend|monday|tuesday|wednesday|thursday|friday|saturday|sunday|morning|evening|night)s?$/;

/** Adds values that were sought in all rows to what the sample shows of columns with many. */
function withFound(table: TableSummary, found: readonly FoundValue[]): TableSummary {
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

function barFor(plan: Plan): { whole: number; sample: number } | undefined {
  if (plan.kind === 'query' && plan.dropped.length + plan.taken.length + plan.guessed.length > 0)
    return likelyEnough.partly;
  return plan.kind in likelyEnough ? likelyEnough[plan.kind as keyof typeof likelyEnough] : undefined;
}

/** Where the best reading is surer than this, no other one is told. */
const sureEnough = 0.6;
/** Others are told that are at least this part as likely. */
const nearEnough = 0.3;

function doubtOf(best: LikelyReading, others: readonly LikelyReading[]): string[] {
  if (best.probability >= sureEnough) return [];
  const near = others.filter(({ probability }) => probability >= nearEnough * best.probability);
  const own = sayReading(best.reading);
  return near
    .map(({ reading }) => sayReading(reading))
    .filter((said) => said !== own)
    .slice(0, 2);
}
