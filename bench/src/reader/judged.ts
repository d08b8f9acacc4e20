import type { Example } from './examples.ts';

/**
 * How a question is shown: with all rows of its table, or as to a large one of which only some are known; the same for
 * tables of databases; one of business; or to a table that cannot answer.
 */
export const manners = ['whole', 'blind', 'database', 'large database', 'own', 'strange'] as const;
export type Manner = (typeof manners)[number];

export interface Judged {
  example: Example;
  manner: Manner;
  isRight: boolean;
  isProposed: boolean;
  basis: number[];
}
