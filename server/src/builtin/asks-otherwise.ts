import type { Answer, Reading } from '../questions/algebra.ts';
import type { LikelyReading } from '../questions/read-question.ts';
import { stemOf, stemsOfName } from '../questions/words/tokens.ts';
import { placesOf, wordsIn } from './left-out.ts';

/** A question, and the name of the table with its stems. */
interface Asked {
  question: string;
  table: string;
  rowNames: readonly string[];
}

/**
 * "Who owns the fastest car", "which driver has it" and "the most reliable one" ask for what cars do not tell: a word that
 * nothing reads says who does something with the rows that are named, whose these are, or by what they are ordered.
 */
export function asksOfAnother({ unread, reading: { answer } }: LikelyReading, { question, rowNames }: Asked): boolean {
  if (asksWhoOf(answer, question) || (answer.kind === 'count' && /^\W*(who|whose|where|when)\b/i.test(question)))
    return true;
  const words = wordsIn(question);
  // Nobody is a number
  if (words[0] === 'who' && answer.kind === 'values' && answer.field.kind !== 'text') return true;
  if (!/^(values|top)$/.test(answer.kind) || unread.length === 0) return false;
  const places = placesOf(unread, words);
  const isOfRows = (at: number) => at < words.length && rowNames.includes(stemOf(words[at]));
  const ordersBy = (at: number) => /^(most|least)$/.test(words[at - 1] ?? '') && !/ly$/.test(words[at]);
  if (places.some((at) => ordersBy(at) && !(answer.kind === 'top' && isOfRows(at + 1)))) return true;
  const asker = words.findIndex((word) => /^(who|where|which|what)$/.test(word));
  if (asker !== 0 || !words.some((_, at) => at > 1 && isOfRows(at))) return false;
  return /^(who|where)$/.test(words[0]) || places.includes(1);
}

/** "Who repaired the most bikes" asks for no kind of bike. */
function asksWhoOf(answer: Answer, question: string): boolean {
  const words = wordsIn(question);
  const end = words.findIndex((word) => /^(most|fewest|least)$/.test(word));
  if (words[0] !== 'who' || end < 0 || answer.kind !== 'top') return false;
  const behind = words.slice(end + 1).map(stemOf);
  return stemsOfName(answer.by.column.name).some((stem) => behind.includes(stem));
}

/** "How many homes are posh" counts no homes where nothing of the question chooses any. */
export function countsAllLeaving(best: LikelyReading, asked: Asked): boolean {
  const { rows, answer } = best.reading;
  const isAll = rows.conditions.length === 0 && !rows.pick && (answer.kind === 'count' || answer.kind === 'distinct');
  return isAll && best.unread.length > 0 && countsForOthers(best, asked);
}

/** Whether what is asked for is left: the branch of "which branch", the victims of "how many victims". */
export function leavesAsked({ unread }: LikelyReading, { question }: Asked): boolean {
  const words = wordsIn(question);
  return unread.some((word) => /^(many|which|what|whose)$/.test(words[words.indexOf(word) - 1] ?? ''));
}

/** "How many employees quit in 2023": what is done with the rows may be told by another table; "different" ones are no rows. */
export function countsForOthers({ unread, reading: { answer } }: LikelyReading, asked: Asked): boolean {
  const isOfRows =
    answer.kind === 'count' || (answer.kind === 'distinct' && !/\b(different|distinct|unique)\b/i.test(asked.question));
  const isCount = 'measure' in answer ? answer.measure.of === 'rows' : isOfRows;
  return isCount && mayCountOthers(unread, asked);
}

/**
 * "By school district", "of tablets", and the accidents of "how many accidents": where the table's name says what its rows
 * are, a word that says which or what is meant, and that nothing reads, is of other rows or of other things.
 */
export function leavesWhich({ unread, reading: { answer } }: LikelyReading, table: string, question: string): boolean {
  if (unread.length === 0 || nameless.test(table)) return false;
  const words = wordsIn(question);
  const isOfName = (word: string) => word.length > 3 && table.toLowerCase().includes(stemOf(word));
  return placesOf(unread, words).some((at) => {
    if (isOfName(words[at])) return false;
    const [before = '', second = ''] = [words[at - 1], words[at - 2]];
    // The profit of "profit by region" is no number of rows
    if (at === 0 && (answer.kind === 'values' || ('measure' in answer && answer.measure.of === 'rows'))) return true;
    return choosing.test(before) || (/^(the|a|an|each|every)$/.test(before) && choosing.test(second));
  });
}

const nameless = /^(data|table|sheet|export|file|csv|dataset|t)[\d_]*$/i;
const choosing = /^(in|from|at|near|by|per|during|without|except|excluding)$/;

/**
 * Any rows can be counted, so a word that says nothing there tells of something else: "how many cars are parked". Only
 * what the rows are called may be left: no "posh" of "how many posh homes", and no name.
 */
function mayCountOthers(unread: readonly string[], { question, table, rowNames }: Asked): boolean {
  const words = wordsIn(question);
  // Rows of `flights` are no accidents, and rows that are named have no other name
  const isNamed = words.some((word) => rowNames.includes(stemOf(word)));
  const isPlural = /[^s]s$/i.test(table) && !/(sales|stats|statistics|results|news)$/i.test(table);
  const isRowName = (word: string) => {
    const mayBe = isPlural ? ofAnyRows.test(word) || table.toLowerCase().endsWith(word) : plurals.test(word);
    if (isNamed || !mayBe) return false;
    const at = words.indexOf(word);
    const isHead =
      /^(many|of|count|the|all)?$/.test(words[at - 1] ?? '') && !rowNames.includes(stemOf(words[at + 1] ?? ''));
    return isHead && !question.includes(` ${word[0].toUpperCase()}${word.slice(1)}`);
  };
  return unread.length > 1 || !unread.every(isRowName);
}

const plurals = /s$|^(people|men|women|children|staff|personnel|crew|data|media)$/;
const ofAnyRows =
  /^(people|persons|individuals|records|entries|items|cases|times|things|units|ones|observations|events|samples)$/;

const asksReason = /^\W*(why|how come|explain)\b|\b(does|do) .* mean\W*$/i;
const asksOfNow =
  /\b(this|last|next|past|previous|current) (\d+ )?(year|month|week|quarter|day)s?\b|\b(today|yesterday|tomorrow|ago|so far)\b/i;

/** Neither reasons are read, nor what day it is. */
export function asksBeyond(question: string): boolean {
  return asksReason.test(question) || asksOfNow.test(question);
}

const asking =
  /[?#%]|\b(how|many|much|number|count|counts|counted|total|amount|any|there|is|are|was|were|do|does|did|has|have|had|can|what|which|who|whose|when|where|share|percent\w*|rate|per|by)\b/i;
const mostBrief = 12;

/** "Leeds, failed in May" asks neither how many nor which: what only says which rows is answered by both. */
export function namesRowsAlone(question: string, { answer, rows }: Reading): boolean {
  const isBrief = !asking.test(question) && question.trim().split(/\s+/).length <= mostBrief;
  return isBrief && answer.kind === 'count' && rows.conditions.length > 0 && !rows.pick && !rows.step;
}

/** "What is the price" of all rows is many prices, and who did the most is not all of them. */
export function listsAll({ answer, rows }: Reading, question: string): boolean {
  const isAll = answer.kind === 'values' && rows.conditions.length === 0 && !rows.pick;
  return (
    isAll && /\bwhat('s| is| was) the\b|\b(most|fewest|highest|lowest|best|worst|biggest|smallest)\b/i.test(question)
  );
}
