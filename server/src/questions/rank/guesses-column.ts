import type { Field } from '../algebra.ts';
import type { LinkedQuestion } from '../link/linked-question.ts';
import { type ConditionLink, firstWord, overlaps } from '../link/links.ts';
import type { Candidate } from '../propose/candidate.ts';
import { stemOf, stemsOfName } from '../words/tokens.ts';

/** Whether a number is tried on a column that no word names, although it may be of another: "men over 50" of lap times. */
export function guessesColumn(question: LinkedQuestion, { rows, answer }: Candidate): boolean {
  const figure = 'aggregate' in answer ? answer.field : undefined;
  return rows.choices.some(({ links }) => links.some((link) => isGuess(link, question, figure)));
}

/** The name of what is worked out names no bound by that: "the average wage of workers over 40". */
function isGuess(link: ConditionLink, { columns, conditions }: LinkedQuestion, figure: Field | undefined): boolean {
  if (link.found !== 'bound' && link.found !== 'number') return false;
  const { field } = link.condition;
  const isNear = field !== figure || firstWord(link.words) - columns[field.at].from <= nearEnough;
  if ((columns[field.at].score > 0 && isNear) || isYear(link)) return false;
  return conditions.some(
    (other) => other.condition.field !== field && other.found === link.found && overlaps(other.words, link.words),
  );
}

const nearEnough = 2;

/** "In 2010" and "between 2008 and 2010" are years where a column has years. */
function isYear({ condition }: ConditionLink): boolean {
  const { field } = condition;
  const isNamedSo = field.part === 'year' || stemsOfName(field.column.name).includes(stemOf('year'));
  if (condition.test === 'between') return isNamedSo && condition.low >= 1000 && condition.high <= 2100;
  return isNamedSo && condition.test === 'compare' && condition.value >= 1000 && condition.value <= 2100;
}
