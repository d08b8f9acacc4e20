import type { Answer, Condition, Field } from '../questions/algebra.ts';
import type { LikelyReading } from '../questions/read-question.ts';
import { stemOf, stemsOfName, wordsOf } from '../questions/words/tokens.ts';
import { endOfAny, isComparative, isSuperlative, wordsOfEnds } from '../questions/words/which-end.ts';
import { placesOf, wordsIn } from './left-out.ts';

/** A question, and the name of the table with its stems. */
interface Asked {
  question: string;
  table: string;
  rowNames: readonly string[];
}

/** Whether words ask for another answer than the reading has. The rows of a sample do not tell: many readings hold there. */
export function asksOtherwise(best: LikelyReading, asked: Asked): boolean {
  const { unread, reading, isGuessed } = best;
  const { question } = asked;
  const { answer, rows } = reading;
  if (isGuessed || (rows.pick && rows.conditions.length === 0 && !saysEnd(question))) return true;
  // "What is the price" of all rows is many prices
  if (
    answer.kind === 'values' &&
    rows.conditions.length === 0 &&
    !rows.pick &&
    /\bwhat('s| is| was) the\b/i.test(question)
  )
    return true;
  if (asksOfOthers(unread, question) || (answer.kind === 'rows' && mayCountOthers(unread, asked))) return true;
  if (asksShare.test(question) && !isShare(answer)) return true;
  if (answer.kind === 'count' && asksDifferent.test(question)) return true;
  if (asksEach.test(question) && !ofGroups.has(answer.kind)) return true;
  if (
    /\bor\b(?! (more|less|fewer|higher|lower|over|under|above|below|older|younger|longer|later|earlier|better|up))/i.test(
      question,
    ) &&
    rows.conditions.length > 1 &&
    !rows.conditions.some(isChoice)
  )
    return true;
  if (
    answer.kind === 'values' &&
    rows.pick &&
    rows.pick.field.at !== answer.field.at &&
    asksEndOf(answer.field, question)
  )
    return true;
  if (answer.kind === 'top') return answer.measure.of === 'rows' && unread.length > 1;
  if (answer.kind === 'having') return false;
  const isCount = 'measure' in answer ? answer.measure.of === 'rows' : /^(count|distinct)$/.test(answer.kind);
  // The average of "bigger than average" is read where it is not left
  const isFigureAsked = asksEnd.test(question) || unread.some((word) => asksFigure.test(word));
  // "The highest salary of a woman" is not that of all
  if (/^figures?$/.test(answer.kind) && rows.conditions.length === 0 && !rows.pick)
    return mayCountOthers(unread, asked);
  // "How much did it rain" is no number of rows
  return (
    isCount &&
    (asksMuch.test(question) ||
      isFigureAsked ||
      mayCountOthers(unread, asked) ||
      countsByPart(rows.conditions, question))
  );
}

/** "Which kinds of weather are there" asks for no row that is the first of anything. */
function saysEnd(question: string): boolean {
  return wordsIn(question).some((word) => endOfAny(word) || isSuperlative(word) || placing.test(word));
}

const placing =
  /(est|st|nd|rd|th)$|^(most|least|fewest|max|min|maximum|minimum|peak|record|majority|first|last|final|initial|top|bottom|recent|recently|rows?|next|previous|after|before)$/;

/** "How many homes are posh" does not ask how many there are: a word that nothing reads says which are meant. */
export function countsAllFor({ unread, reading: { answer, rows } }: LikelyReading, asked: Asked): boolean {
  const isOfAll = rows.conditions.every(({ test }) => test === 'holds') && rows.pick === undefined;
  if (answer.kind !== 'count') return false;
  return (isOfAll && mayCountOthers(unread, asked)) || (unread.length > 0 && asksHow.test(asked.question));
}

/**
 * "Who owns the fastest car", "which driver has it" and "the most reliable one" ask for what cars do not tell: a word that
 * nothing reads says who does something with the rows that are named, whose these are, or by what they are ordered.
 */
export function asksOfAnother({ unread, reading: { answer } }: LikelyReading, { question, rowNames }: Asked): boolean {
  if (asksWhoOf(answer, question)) return true;
  if (!/^(values|top)$/.test(answer.kind) || unread.length === 0) return false;
  const words = wordsIn(question);
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

/** "How many employees quit in 2023": of several tables what is done with the rows may be told by another. */
export function countsForOthers({ unread, reading: { answer } }: LikelyReading, asked: Asked): boolean {
  const isCount = 'measure' in answer ? answer.measure.of === 'rows' : /^(count|distinct)$/.test(answer.kind);
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
    if (answer.kind === 'count' && /^(many|of)$/.test(before)) return true;
    // The profit of "profit by region" is no number of rows
    if (at === 0 && (answer.kind === 'values' || ('measure' in answer && answer.measure.of === 'rows'))) return true;
    return choosing.test(before) || (/^(the|a|an|each|every)$/.test(before) && choosing.test(second));
  });
}

const nameless = /^(data|table|sheet|export|file|csv|dataset|t)[\d_]*$/i;
const choosing = /^(in|from|at|near|by|per|during|without|except|excluding)$/;

/** "In summer", "in Oakland": a word that says which rows are meant, and is not read. */
function asksOfOthers(unread: readonly string[], question: string): boolean {
  const words = wordsIn(question);
  return placesOf(unread, words).some((at) =>
    /^(in|from|at|near|during|without|except|excluding)$/.test(words[at - 1] ?? ''),
  );
}

/** "The highest sqft" is a figure of sqft, and not the sqft of a row that is highest in something else. */
function asksEndOf({ column }: Field, question: string): boolean {
  const words = wordsIn(question);
  const at = words.findIndex((word) => asksFigure.test(word));
  const name = wordsOf(column.name).join(' ');
  return at !== -1 && `${words.slice(at + 1).join(' ')} `.startsWith(`${name} `);
}

const asksMuch = /\bhow much\b/i;
const asksDifferent = /\b(different|distinct|unique)\b/i;
const asksShare = /%|\b(share|percent|percentage|proportion)\b/i;
const asksFigure = /\b(average|mean|median|lowest|highest|smallest|largest|minimum|maximum)\b/i;
const asksEnd = /\b(lowest|highest|smallest|largest|minimum|maximum)\b/i;
const asksEach = /\b(each|every|per)\b/i;
const ofGroups: ReadonlySet<Answer['kind']> = new Set(['groups', 'top', 'having', 'difference']);

function isShare(answer: Answer): boolean {
  return answer.kind === 'share' || ('measure' in answer && answer.measure.of === 'share');
}

/** Either of several values, or of two conditions. */
function isChoice(condition: Condition): boolean {
  if (condition.test === 'either') return true;
  if (condition.test === 'is') return condition.values.length > 1;
  return condition.test === 'holds' && condition.phrases.length > 1;
}

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

/** "Was it higher in Rome or in Oslo" is no figure of both together. */
export function poolsSides({ reading: { answer, rows } }: LikelyReading, question: string): boolean {
  const words = wordsIn(question);
  const [or, first] = [words.indexOf('or'), words[0]];
  if (or < 0 || !/^(is|are|was|were|do|does|did|has|have|which|who|what)$/.test(first)) return false;
  const compares = wordsOfEnds(words.slice(0, or)).some((word) => isComparative(word));
  return (
    compares &&
    !words.includes('than') &&
    /^(count|figures?|distinct)$/.test(answer.kind) &&
    rows.conditions.some(isChoice)
  );
}

/** "How many quit in 2023" does not ask who was hired then: a time of a column that nothing names, and a word that is left. */
export function countsOtherEvent({ unread, reading: { answer, rows } }: LikelyReading, question: string): boolean {
  const said = new Set(wordsIn(question).map(stemOf));
  const isTime = ({ test, field }: Condition) =>
    test === 'during' || (field.part === 'year' && field.kind === 'number');
  const [time, ...others] = rows.conditions.filter(isTime);
  if (answer.kind !== 'count' || unread.length === 0 || time === undefined || others.length > 0) return false;
  return !stemsOfName(time.field.column.name).some((stem) => said.has(stem));
}

/** "How big" is no number of rows. */
const asksHow = /^\W*how (?!many|much|often)/i;
const asksReason = /^\W*(why|how come|explain)\b|\b(does|do) .* mean\W*$/i;
const asksOfNow =
  /\b(this|last|next|past|previous|current) (\d+ )?(year|month|week|quarter|day)s?\b|\b(today|yesterday|tomorrow|ago|so far)\b/i;

/** "How many helicopters" are not those whose maker is called Helicopter Works: a plural of kinds, and a part of a name. */
function countsByPart([only, ...others]: readonly Condition[], question: string): boolean {
  if (only?.test !== 'holds' || others.length > 0) return false;
  const words = wordsIn(question);
  const counted = words[words.indexOf('many') + 1] ?? '';
  return /s$/.test(counted) && only.phrases.some((phrase) => `${phrase.replace(/s$/, '')}s` === counted);
}

/** Neither reasons are read, nor what day it is. */
export function asksBeyond(question: string): boolean {
  return asksReason.test(question) || asksOfNow.test(question);
}
