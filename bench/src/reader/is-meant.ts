import type { Candidate } from '../../../server/src/questions/propose/candidate.ts';
import type { Outcome } from '../../../server/src/questions/propose/run-answer.ts';
import { isRight, isWithin, keysOfTarget } from './denotation.ts';
import type { Example } from './examples.ts';

/**
 * Returns whether a candidate gives what was asked. "The five most expensive repairs" are names for who wrote the SQL;
 * the rows themselves are right, too, where they hold the names and are picked by the column that the SQL orders by.
 */
export function meaningOf({ answer, lists }: Example): (candidate: Candidate, outcome: Outcome) => boolean {
  const target = keysOfTarget(answer);
  return (candidate, outcome) =>
    isRight(outcome, target) ||
    (lists !== undefined && listsSame(candidate, lists) && isWithin(target, outcome, candidate.rows.found.length));
}

function listsSame({ answer, rows }: Candidate, lists: string): boolean {
  return answer.kind === 'rows' && (rows.pick?.field.column.name ?? '') === lists;
}
