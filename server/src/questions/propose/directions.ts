import type { Token } from '../words/tokens.ts';
import type { Candidate } from './candidate.ts';

const smallest =
  /^(lowest|smallest|least|fewest|minimum|min|cheapest|coldest|coolest|youngest|shortest|slowest|lightest|worst|weakest|calmest|driest|earliest|bottom)$/;
const largest =
  /^(highest|largest|most|biggest|greatest|maximum|max|costliest|hottest|warmest|oldest|longest|tallest|fastest|heaviest|best|strongest|windiest|wettest|rainiest|latest|top)$/;

/** Which way is asked for, where the words say one: the largest or the smallest. */
export function directionSaid(tokens: readonly Token[]): 'largest' | 'smallest' | undefined {
  const says = (words: RegExp) => tokens.some(({ text }) => words.test(text));
  if (says(smallest) === says(largest)) return undefined;
  return says(largest) ? 'largest' : 'smallest';
}

/** Whether a candidate takes the other end; "youngest" is the latest of dates. */
export function goesAgainst({ rows: { pick }, answer }: Candidate, direction: 'largest' | 'smallest'): boolean {
  const descending = direction === 'largest';
  if (pick && pick.field.kind === 'number' && pick.field.part === 'whole') return pick.descending !== descending;
  return answer.kind === 'top' && answer.descending !== descending;
}
