import type { Answer, Condition, Field, Measure } from '../algebra.ts';
import { wordsOfWeekday } from '../link/link-fields.ts';
import type { LinkedQuestion } from '../link/linked-question.ts';
import { type ConditionLink, isWithin, noWords, union } from '../link/links.ts';
import { inAskedForm, usingNumbersOnce } from './asked-form.ts';
import { type Candidate, fieldsUsed, only, type RowSet } from './candidate.ts';
import { contrastIn, contrasts } from './contrasted.ts';
import { countNamed } from './counted-column.ts';
import { countsForGraded, picksRowOfGroup, takesOtherEnd } from './directions.ts';
import { answersFor, askableOf } from './propose-answers.ts';
import { differencesOf } from './propose-differences.ts';
import { proposeRows } from './propose-rows.ts';
import { mayBeWhole, sharesOf } from './propose-shares.ts';
import type { ProposedAnswer } from './proposed-answer.ts';
import { ruleOut } from './rule-out.ts';

/** Returns how likely a part is used, as a logarithm; parts of unknown worth are 0. */
export type ScorePart = (part: number) => number;

/** So many sets of rows are asked something: a hostile question has tens of thousands. */
const mostSets = 300;

/** Proposes readings of a question, at most `most` of them: those whose parts and words fit best. */
export function propose(question: LinkedQuestion, score: ScorePart, most: number): Candidate[] {
  const askable = askableOf(question);
  const sets = proposeRows(question);
  const scored = sets
    .map((rows) => ({ rows, base: scoreOf(rows.parts, score) + scoreOfLinks(rows) }))
    .sort((one, other) => other.base - one.base)
    .slice(0, mostSets);
  const candidates = [
    ...scored.flatMap((set) =>
      answersFor(set.rows, askable, question.table.isWhole).map((one) => candidateOf(set, one, score)),
    ),
    ...proposeBeside(question, scored, score),
  ];
  const leftOut = [
    takesOtherEnd(question),
    picksItself(question),
    picksRowOfGroup(question),
    countsForGraded(question),
  ];
  const asked = countNamed(question, inAskedForm(question, usingNumbersOnce(question, candidates)));
  const fitting = asked.filter((one) => !leftOut.some((isLeft) => isLeft(one)));
  const said = onlyTaught(question, onlyContrasted(question, fitting));
  const likely = onlyOfWeekday(question, onlyUnfolded(question, ruleOut(question, said)));
  if (likely.length <= most) return likely;
  return likely.sort((one, other) => other.score - one.score).slice(0, most);
}

/** A set of rows with how well it fits the question. */
interface ScoredRows {
  rows: RowSet;
  base: number;
}

function candidateOf({ rows, base }: ScoredRows, { answer, parts }: ProposedAnswer, score: ScorePart): Candidate {
  return { rows, answer, parts: [...rows.parts, ...parts], score: base + scoreOf(parts, score) };
}

/** Answers that take a condition or two for themselves, of rows that these do not choose: differences and shares. */
function proposeBeside(question: LinkedQuestion, scored: readonly ScoredRows[], score: ScorePart): Candidate[] {
  return [...differencesOf(question), ...sharesOf(question)].flatMap(({ links, answers }) => {
    return scored
      .filter(({ rows }) => mayStandBeside(rows, links))
      .flatMap((set) => {
        const fitting = answers.filter(
          ({ answer }) => answer.kind !== 'share' || mayBeWhole(set.rows, links[0], question),
        );
        const taken = withLinks(set, links);
        return fitting.map((one) => candidateOf(taken, one, score));
      });
  });
}

function mayStandBeside({ pick, step, choices }: RowSet, links: readonly ConditionLink[]): boolean {
  if (pick || step || choices.length > 1) return false;
  return !choices.some((choice) => choice.links.some((link) => links.includes(link)));
}

function withLinks({ rows, base }: ScoredRows, links: readonly ConditionLink[]): ScoredRows {
  const words = links.reduce((all, link) => union(all, link.words), rows.words);
  return { rows: { ...rows, words }, base: base + links.reduce((sum, link) => sum + link.score, 0) };
}

/** On a sample that cannot tell, two values that are set against each other are compared. */
function onlyContrasted(question: LinkedQuestion, candidates: Candidate[]): Candidate[] {
  const contrast = question.table.isWhole ? undefined : contrastIn(question);
  return contrast ? only(candidates, (one) => contrasts(one, contrast)) : candidates;
}

/** "Day of the week" says which part of a date is meant, where no column is called so. */
function onlyOfWeekday({ tokens, table }: LinkedQuestion, candidates: Candidate[]): Candidate[] {
  if (wordsOfWeekday(tokens, table) === noWords) return candidates;
  return only(candidates, (one) => fieldsUsed(one).some(({ part }) => part === 'weekday'));
}

/**
 * "Per month" of several years is each of their months, and so is the month that had most rows or the largest sum; the
 * twelve of all years are asked for as "month of the year".
 */
function onlyUnfolded({ tokens, table }: LinkedQuestion, candidates: Candidate[]): Candidate[] {
  const text = ` ${tokens.map((one) => one.text).join(' ')} `;
  const [isEach, isWhich] = [eachMonth.test(text), whichMonth.test(text)];
  if (!(isEach || isWhich) || ofTheYear.test(text)) return candidates;
  const several = new Set(table.fields.flatMap(({ at, part }) => (part === 'each month' ? [at] : [])));
  const groupedBy = (answer: Answer): (Field | undefined)[] => {
    if (isEach && answer.kind === 'groups') return [answer.by, answer.and];
    return isWhich && answer.kind === 'top' && addsUp(answer.measure) ? [answer.by] : [];
  };
  const folds = ({ answer, rows }: Candidate) =>
    groupedBy(answer).some((field) => field?.part === 'month' && several.has(field.at)) &&
    !rows.choices.some(({ links }) => links.some(({ condition }) => isOfYear(condition)));
  return candidates.filter((one) => !folds(one));
}

/** A mean is of the same months of all years as well. */
function addsUp(measure: Measure): boolean {
  return measure.of === 'rows' || (measure.of === 'field' && measure.aggregate === 'sum');
}

const whichMonth = / (which|what) months? | month(s)? (with|had|has|saw|of) /;
const eachMonth = / (by|per|each|every|a) month | monthly | (by|over|across) (the )?months /;
const ofTheYear = / (of|in) (the|a|any) year | calendar | seasonal /;

function isOfYear({ test, field }: Condition): boolean {
  return test === 'during' || field.part === 'year';
}

/** What is said by a name that was taught is meant; where the same words say several, one of them is. */
function onlyTaught({ columns }: LinkedQuestion, candidates: Candidate[]): Candidate[] {
  const taught = columns.filter(({ isTaught }) => isTaught);
  if (taught.length === 0) return candidates;
  return only(candidates, (one) => {
    const used = fieldsUsed(one).flatMap(({ at }) => columns[at] ?? []);
    return taught.every(({ words }) => used.some((link) => link.isTaught && isWithin(words, link.words)));
  });
}

/** "Which year has the most planes" does not ask for the last year. */
function picksItself({ tokens }: LinkedQuestion): (one: Candidate) => boolean {
  if (!tokens.some(({ text }) => /^(most|fewest)$/.test(text))) return () => false;
  return ({ rows: { pick }, answer }) => answer.kind === 'values' && !answer.beside && pick?.field === answer.field;
}

function scoreOf(parts: readonly number[], score: ScorePart): number {
  return parts.reduce((sum, part) => sum + score(part), 0);
}

function scoreOfLinks({ choices }: RowSet): number {
  return choices.reduce((sum, { links }) => sum + links.reduce((inner, link) => inner + link.score, 0), 0);
}
