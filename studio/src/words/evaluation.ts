import { count, figure } from '../shared/format.ts';

/** Words of how a model was tested, and of comparing it with another. */
export const words = {
  validation: 'How it was tested',
  drawing: 'filled: the rows that a part of the test held out',
  schemes: {
    random: (folds: number, rows: number) =>
      `${count(rows)} rows were held out by chance, in ${folds} parts, one part at a time: each is answered by a model that learned from the others.`,
    group: (folds: number, rows: number, column: string) =>
      `${count(rows)} rows were held out in ${folds} parts, all rows of one value of ${column} together: the figures hold for values that it never saw.`,
    forward: (folds: number, rows: number, column: string) =>
      `${count(rows)} rows were held out in ${folds} parts, each later by ${column} than what was learned from: the figures hold for times to come.`,
  } as Record<string, (folds: number, rows: number, column: string) => string>,
  backtested: (origins: number, steps: number) =>
    `From each of ${count(origins)} times of the past the next ${count(steps)} steps were forecast, from what was known then, and held against what came.`,

  backtest: 'Forecasts of the past',
  backtestLead: 'Dashed: what was forecast, a line for each time from which it was made. Solid: what came.',
  covered: (share: string) => `Within the ${share} bounds`,
  ofSteps: 'By steps ahead',
  ofSeries: 'By series, the worst first',
  step: 'Step',
  series: 'Series',
  forecasts: 'Forecasts',
  error: 'Mean error',
  naive: 'Season before',
  mase: 'MASE',
  maseLead:
    'MASE is the error beside that of the seasonal naive forecast, which repeats the season before: below 1 it is better.',
  download: 'Download as CSV',

  compare: 'Compare',
  compareLead: 'Both are asked the same rows, which neither learned from.',
  compareWith: 'Compare with',
  choose: 'A version, or another model of this target',
  nothingElse: 'There is no other version, and no other model of this target, yet.',
  rows: (rows: number) => `On ${count(rows)} rows.`,
  seen: 'One of both may have learned from these rows, so it is not called better.',
  metric: 'Figure',
  difference: 'Difference',
  plusMinus: (difference: number, error: number) =>
    `${difference > 0 ? '+' : difference < 0 ? '−' : ''}${figure(Math.abs(difference), 3)} ± ${figure(error, 2)}`,
  verdict: 'Beyond chance?',
  better: (name: string) => `${name} is better`,
  betterIfKnown: (name: string) => `${name} is better, if its inputs are known beforehand: see its warning`,
  warningsOf: (name: string) => `Warnings of ${name}`,
  chance: 'No: chance explains it',
  numbered: (name: string, version: number) => `${name}, version ${version}`,

  learningCurve: 'By the number of rows that it learned from',
  learnedRows: 'Rows',
  expected: 'expected',
  measured: 'measured',
};
