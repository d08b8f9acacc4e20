import { count, figure, percent } from '../shared/format.ts';

/** Words of what is looked for in a table on demand. */
export const words = {
  title: 'Explore',
  duplicates: 'Duplicate rows',
  noDuplicates: 'There are no duplicate rows.',
  someDuplicates: (rows: number, share: number) =>
    `${count(rows)} rows (${percent(share)}) are duplicates of another row. An import or a join may have made them.`,
  mostRepeated: 'Most frequent duplicates',
  times: 'Times',
  correlations: 'Correlations',
  near: 'Closest to',
  nearHint: (most: number) => `Of all columns, the ${most} that lie on a line with it most nearly are shown.`,
  correlationsLead: (shown: number, all: number, target: string | undefined) =>
    target !== undefined && shown < all
      ? `Of ${target} and the columns closest to it: the pairs that lie on a line most nearly.`
      : shown < all
        ? `Of the first ${count(shown)} of ${count(all)} columns of numbers: the pairs that lie on a line most nearly.`
        : 'Of all columns of numbers: the pairs that lie on a line most nearly.',
  tooFew: 'There are no two columns of numbers.',
  noPairs: 'No two columns of numbers go together.',
  one: 'Column',
  other: 'With',
  correlation: 'Correlation',
  heat: (columns: number) => `Correlations of ${count(columns)} columns: dark where two go together`,

  hint: 'Possible leakage: is it known before the target?',
  strong: 'Strong predictors: are they known before the target?',
  firstLooked: 'The first 100 columns were checked for leakage; the trained model reports the others.',
  leaveOut: (column: string) => `Exclude ${column}`,
  figure: (value: number) => figure(value, 3),
};
