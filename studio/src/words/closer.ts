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
  nearHint: (most: number) => `The ${most} columns with the strongest correlation to it are shown.`,
  correlationsLead: (shown: number, all: number, target: string | undefined) =>
    target !== undefined && shown < all
      ? `The strongest linear correlations among ${target} and the columns closest to it.`
      : shown < all
        ? `The strongest linear correlations among the first ${count(shown)} of ${count(all)} numeric columns.`
        : 'The strongest linear correlations among all numeric columns.',
  tooFew: 'There are fewer than two numeric columns.',
  noPairs: 'No two numeric columns are correlated.',
  one: 'Column',
  other: 'With',
  correlation: 'Correlation',
  heat: (columns: number) => `Correlations of ${count(columns)} columns: darker means stronger`,

  hint: 'Possible leakage: is it known before the target?',
  strong: 'Strong predictors: are they known before the target?',
  firstLooked: 'The first 100 columns were checked for leakage; the trained model reports the others.',
  leaveOut: (column: string) => `Exclude ${column}`,
  figure: (value: number) => figure(value, 3),
};
