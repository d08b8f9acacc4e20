import type { Example } from './examples.ts';

/**
 * How a question is shown: with all rows of its table, or as to a large one of which only some are known; the same for
 * tables of databases; one of business; or to a table that cannot answer, or with a
 * word of another question.
 */
export const manners = ['whole', 'blind', 'database', 'large database', 'own', 'strange', 'other word'] as const;
export type Manner = (typeof manners)[number];

export interface Judged {
  example: Example;
  manner: Manner;
  isRight: boolean;
  isProposed: boolean;
  basis: number[];
  /** Features of trust in the best candidate; none where nothing is proposed. */
  trust?: Float64Array;
}
