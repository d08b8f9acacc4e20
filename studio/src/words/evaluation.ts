import { count, figure } from '../shared/format.ts';
import { naiveForecast } from './accuracy.ts';

/** Words of how a model was tested, and of comparing it with another. */
export const words = {
  validation: 'Validation',
  drawing: 'filled: the rows that each fold holds out',
  schemes: {
    random: (folds: number, rows: number) =>
      `Cross-validation: ${count(rows)} rows in ${folds} random folds; each fold is predicted by a model trained on the others.`,
    group: (folds: number, rows: number, column: string) =>
      `Grouped cross-validation: ${count(rows)} rows in ${folds} folds, all rows of one value of ${column} in the same fold. The metrics hold for new values.`,
    forward: (folds: number, rows: number, column: string) =>
      `Time-based validation: ${count(rows)} rows in ${folds} folds, each later by ${column} than its training rows. The metrics hold for the future.`,
  } as Record<string, (folds: number, rows: number, column: string) => string>,
  otherRows: {
    group: (column: string) => `rows with a ${column} that it never saw`,
    forward: (column: string) => `rows later by ${column} than all it saw`,
    random: (column: string) => `rows of the times of ${column} that it saw`,
  },
  repeatingNone: 'rows that are not duplicates',
  elsewhere: (name: string, own: number | undefined, other: number | undefined, error: number, rows: string) =>
    `${name} is ${figure(own, 3)} for these, and ${figure(other, 3)} ± ${figure(error, 2)} for ${rows}, which have their own bounds.`,
  backtested: (origins: number, steps: number) =>
    `Backtest: at each of ${count(origins)} past times, the next ${count(steps)} steps were forecast from what was known then and compared with the actual values.`,

  backtest: 'Backtest',
  backtestLead: 'Dashed: forecasts, one line per time at which one was made. Solid: actual values.',
  covered: (share: string) => `Coverage of the ${share} interval`,
  ofSteps: 'By horizon',
  ofSeries: 'By series, worst first',
  step: 'Step',
  series: 'Series',
  forecasts: 'Forecasts',
  error: 'MAE',
  naive: (season: number | undefined) => (season !== undefined && season > 1 ? 'Seasonal naive' : 'Naive'),
  mase: 'MASE',
  naiveMase: (season: number | undefined) =>
    season !== undefined && season > 1 ? 'Seasonal naive MASE' : 'Naive MASE',
  maseLead: (season: number | undefined) =>
    `MASE is the error in units of the ${naiveForecast(season)}’s within the training rows of each series; lower than the MASE of that forecast on the same times is better.`,
  download: 'Download as CSV',

  compare: 'Compare',
  compareLead: 'Both predict the same rows, which neither was trained on.',
  compareWith: 'Compare with',
  choose: 'A version, or another model of this target',
  nothingElse: 'There is no other version, and no other model of this target, yet.',
  rows: (rows: number) => `On ${count(rows)} rows.`,
  seen: 'One of them may have been trained on these rows, so it is not called better.',
  metric: 'Metric',
  difference: 'Difference',
  plusMinus: (difference: number, error: number) =>
    `${difference > 0 ? '+' : difference < 0 ? '−' : ''}${figure(Math.abs(difference), 3)} ± ${figure(error, 2)}`,
  verdict: 'Significant?',
  better: (name: string) => `${name} is better`,
  betterIfKnown: (name: string) => `${name} is better, if its inputs are known beforehand: see its warning`,
  warningsOf: (name: string) => `Warnings of ${name}`,
  chance: 'No significant difference',
  numbered: (name: string, version: number) => `${name}, version ${version}`,

  learningCurve: 'By number of training rows',
  learnedRows: 'Rows',
  expected: 'expected',
  measured: 'members before calibration',
  finished: 'finished model',
};
