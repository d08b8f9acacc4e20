import type { LinkedQuestion } from '../link/linked-question.ts';
import { type ConditionLink, overlaps } from '../link/links.ts';
import type { Candidate } from '../propose/candidate.ts';

/** Whether a number is tried on a column that no word names, although it may be of another: "men over 50" of lap times. */
export function guessesColumn(question: LinkedQuestion, { rows }: Candidate): boolean {
  return rows.choices.some(({ links }) => links.some((link) => isGuess(link, question)));
}

function isGuess(link: ConditionLink, { columns, conditions }: LinkedQuestion): boolean {
  if (link.found !== 'bound' && link.found !== 'number') return false;
  const { field } = link.condition;
  if (columns[field.at].score > 0) return false;
  return conditions.some(
    (other) => other.condition.field !== field && other.found === link.found && overlaps(other.words, link.words),
  );
}
