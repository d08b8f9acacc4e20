import type { Example } from './examples.ts';

/** How a question is shown: with all rows of its table, without, one of business, or to a table that cannot answer. */
export type Manner = 'whole' | 'blind' | 'own' | 'strange';

export const manners: readonly Manner[] = ['whole', 'blind', 'own', 'strange'];

export interface Judged {
  example: Example;
  manner: Manner;
  isRight: boolean;
  isProposed: boolean;
  basis: number[];
}
