import type { LinkedQuestion } from '../link/linked-question.ts';
import { describing } from '../words/describing-words.ts';
import type { Token } from '../words/tokens.ts';
import type { Candidate } from './candidate.ts';

const smallest =
  /^(lower|smaller|cheaper|fewer|shorter|younger|colder|lowest|smallest|least|fewest|minimum|min|cheapest|coldest|coolest|youngest|shortest|slowest|lightest|worst|weakest|calmest|driest|earliest|bottom)$/;
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

const general = /^(highest|lowest|largest|smallest|most|least|best|worst|top|bottom|max|maximum|min|minimum)$/;
const isNamed = 0.6;

/** "The biggest home" is that with the largest area: whether a candidate picks by a column that is neither described so nor named. */
export function picksOtherwise({ tokens, table, columns }: LinkedQuestion): (candidate: Candidate) => boolean {
  const said = tokens.filter(({ text }) => (largest.test(text) || smallest.test(text)) && !general.test(text));
  const described = table.stems.flatMap((stems, at) =>
    stems.some((name) => said.some(({ stem }) => describing.get(name)?.includes(stem))) ? [at] : [],
  );
  return ({ rows: { pick } }) =>
    described.length > 0 &&
    pick !== undefined &&
    pick.field.at >= 0 &&
    !described.includes(pick.field.at) &&
    columns[pick.field.at].score < isNamed;
}
