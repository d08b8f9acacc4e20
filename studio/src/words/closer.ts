import { count, figure, percent } from '../shared/format.ts';

/** Words of what is looked for in a table on demand. */
export const words = {
  title: 'Look closer',
  duplicates: 'Rows that repeat',
  noDuplicates: 'No row repeats another one.',
  someDuplicates: (rows: number, share: number) =>
    `${count(rows)} rows (${percent(share)}) repeat another one completely. An import or a join may have made them.`,
  mostRepeated: 'Most repeated rows',
  times: 'Times',
  correlations: 'Correlations',
  correlationsLead: (shown: number, all: number) =>
    shown < all
      ? `Of the first ${count(shown)} of ${count(all)} columns of numbers: the pairs that lie on a line most nearly.`
      : 'Of all columns of numbers: the pairs that lie on a line most nearly.',
  tooFew: 'There are no two columns of numbers.',
  noPairs: 'No two columns of numbers go together.',
  one: 'Column',
  other: 'With',
  correlation: 'Correlation',
  heat: (columns: number) => `Correlations of ${count(columns)} columns: dark where two go together`,

  hint: 'Is it known when it is asked?',
  explains: (share: number, target: string, column: string) =>
    `${percent(share)} of ${target} is in ${column} alone. If ${column} is known only afterwards, leave it out.`,
  partOf: (column: string, target: string) =>
    `${column} is never more than ${target}, and no small part of it: it may be a part of its sum, as one country is of the whole world.`,
  leaveOut: (column: string) => `Leave out ${column}`,
  figure: (value: number) => figure(value, 3),
};
