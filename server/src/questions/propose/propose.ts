import type { Condition } from '../algebra.ts';
import { weekdaySaid } from '../link/link-fields.ts';
import type { LinkedQuestion } from '../link/linked-question.ts';
import { union } from '../link/links.ts';
import { inAskedForm, usingNumbersOnce } from './asked-form.ts';
import { type Candidate, fieldsUsed, type RowSet } from './candidate.ts';
import { contrastIn, contrasts } from './contrasted.ts';
import { countNamed } from './counted-column.ts';
import { picksOtherwise, takesOtherEnd } from './directions.ts';
import { answersFor, askableOf, contrastsOf } from './propose-answers.ts';
import { proposeRows } from './propose-rows.ts';
import { mayBeWhole, sharesOf } from './propose-shares.ts';
import type { ProposedAnswer } from './proposed-answer.ts';

/** Returns how likely a part is used, as a logarithm; parts of unknown worth are 0. */
export type ScorePart = (part: number) => number;

/** So many sets of rows are asked something: a hostile question has tens of thousands. */
const mostSets = 400;

/** Proposes readings of a question, at most `most` of them: those whose parts and words fit best. */
export function propose(question: LinkedQuestion, score: ScorePart, most: number): Candidate[] {
  const askable = askableOf(question);
  const sets = proposeRows(question);
  const scored = sets
    .map((rows) => ({ rows, base: scoreOf(rows.parts, score) + scoreOfLinks(rows) }))
    .sort((one, other) => other.base - one.base)
    .slice(0, mostSets);
  const candidates: Candidate[] = [];
  const add = (rows: RowSet, base: number, { answer, parts }: ProposedAnswer) => {
    candidates.push({ rows, answer, parts: [...rows.parts, ...parts], score: base + scoreOf(parts, score) });
  };
  for (const { rows, base } of scored)
    for (const one of answersFor(rows, askable, question.table.isWhole)) add(rows, base, one);
  const pairs = contrastsOf(question).map(({ first, second, answers }) => ({ places: [first, second], answers }));
  const shares = sharesOf(question).map(({ first, answers }) => ({ places: [first], answers }));
  const isShare = (one: ProposedAnswer) => one.answer.kind === 'share';
  for (const { places, answers } of [...pairs, ...shares]) {
    const links = places.map((place) => question.conditions[place]);
    for (const { rows, base } of scored)
      if (
        !rows.pick &&
        !rows.step &&
        rows.choices.length <= 1 &&
        rows.choices.every((choice) => !choice.links.some((link) => links.includes(link)))
      )
        for (const one of answers)
          if (!isShare(one) || mayBeWhole(rows, links[0], question))
            add(
              { ...rows, words: links.reduce((all, link) => union(all, link.words), rows.words) },
              base + links.reduce((sum, link) => sum + link.score, 0),
              one,
            );
  }
  const counted = countNamed(question, inAskedForm(question, usingNumbersOnce(question, candidates)));
  const said = onlyTaught(question, onlyContrasted(question, onlySaid(question, counted)));
  const likely = onlyOfWeekday(question, onlyUnfolded(question, said));
  if (likely.length <= most) return likely;
  return likely.sort((one, other) => other.score - one.score).slice(0, most);
}

/** On a sample that cannot tell, two values that are set against each other are compared. */
function onlyContrasted(question: LinkedQuestion, candidates: Candidate[]): Candidate[] {
  const contrast = question.table.isWhole ? undefined : contrastIn(question);
  const meant = contrast ? candidates.filter((one) => contrasts(one, contrast)) : [];
  return meant.length > 0 ? meant : candidates;
}

/** "Day of the week" says which part of a date is meant, where no column is called so. */
function onlyOfWeekday({ tokens, table }: LinkedQuestion, candidates: Candidate[]): Candidate[] {
  const isNamed = table.stems.some((stems) => stems.some((stem) => stem === 'week' || stem === 'weekday'));
  if (isNamed || !weekdaySaid(tokens)) return candidates;
  const meant = candidates.filter((one) => fieldsUsed(one).some(({ part }) => part === 'weekday'));
  return meant.length > 0 ? meant : candidates;
}

/** "Per month" of several years is each of their months; the twelve of all years are asked for as "month of the year". */
function onlyUnfolded({ tokens, table }: LinkedQuestion, candidates: Candidate[]): Candidate[] {
  const text = ` ${tokens.map((one) => one.text).join(' ')} `;
  if (!eachMonth.test(text) || ofTheYear.test(text)) return candidates;
  const several = new Set(table.fields.flatMap(({ at, part }) => (part === 'each month' ? [at] : [])));
  const folds = ({ answer, rows }: Candidate) =>
    answer.kind === 'groups' &&
    [answer.by, answer.and].some((field) => field?.part === 'month' && several.has(field.at)) &&
    !rows.choices.some(({ links }) => links.some(({ condition }) => isOfYear(condition)));
  return candidates.filter((one) => !folds(one));
}

const eachMonth = / (by|per|each|every|a) month | monthly | (by|over|across) (the )?months /;
const ofTheYear = / (of|in) (the|a|any) year | calendar | seasonal /;

function isOfYear({ test, field }: Condition): boolean {
  return test === 'during' || field.part === 'year';
}

/** What is said by a name that was taught is meant. */
function onlyTaught({ columns }: LinkedQuestion, candidates: Candidate[]): Candidate[] {
  const taught = columns.flatMap(({ isTaught }, at) => (isTaught ? [at] : []));
  if (taught.length === 0) return candidates;
  const meant = candidates.filter((one) => {
    const used = fieldsUsed(one).map((field) => field.at);
    return taught.every((at) => used.includes(at));
  });
  return meant.length > 0 ? meant : candidates;
}

/** "The cheapest" is not tried as the dearest; on a sample that cannot tell, nor by another column than what it describes. */
function onlySaid(question: LinkedQuestion, candidates: Candidate[]): Candidate[] {
  const isOtherEnd = takesOtherEnd(question);
  const isOther = question.table.isWhole ? () => false : picksOtherwise(question);
  return candidates.filter((one) => !isOtherEnd(one) && !isOther(one));
}

function scoreOf(parts: readonly number[], score: ScorePart): number {
  return parts.reduce((sum, part) => sum + score(part), 0);
}

function scoreOfLinks({ choices }: RowSet): number {
  return choices.reduce((sum, { links }) => sum + links.reduce((inner, link) => inner + link.score, 0), 0);
}
