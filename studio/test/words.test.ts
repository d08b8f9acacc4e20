/** What is said to people has no name of the API in it, and its figures are explained. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SibylError } from '@sibyl/sdk';
import { expect, test } from 'vitest';
import { sayInterval, saySureness } from '../src/models/said-of-answer.ts';
import { adviceFor } from '../src/shared/advice.ts';
import { headline, headlineFigure, mainFigure } from '../src/words/accuracy.ts';
import { words as validated } from '../src/words/evaluation.ts';
import { words } from '../src/words/models.ts';
import { inWords, placeInWords } from '../src/words/spoken.ts';

const rare = {
  task: 'binary' as const,
  accuracy: 0.94,
  accuracies: { accuracy: 0.94, auc: 0.76 },
  baseline: { accuracy: 0.94, auc: 0.5 },
  headline: { metric: 'auc' as const, value: 0.76, standard_error: 0.017, baseline: 0.5 },
};

test('a model of a rare class is judged by what doing nothing does not reach', () => {
  expect(headlineFigure(rare)).toBe('ROC AUC 0.76');
  expect(mainFigure({ ...rare, cost: null })).toBe('ROC AUC 0.76');
  const cost = { value: 1.576, standard_error: 0.056, usual: 2.33, saved: 0.75, saved_error: 0.09 };
  expect(mainFigure({ ...rare, cost })).toBe('Cost 1.58');
  expect(headline(rare, 'fraud')).toContain(
    'Over all classes of fraud, 94 of 100 held-out rows were classified correctly, no more than by always predicting the most frequent class (94).',
  );
  const better = { ...rare, baseline: { ...rare.baseline, accuracy: 0.61 } };
  expect(headline(better, 'fraud')).toContain(
    'classified correctly; always predicting the most frequent class is right in 61.',
  );
});

test('a model of numbers that is worse than the mean is not said to be as good', () => {
  const worse = { metric: 'r2_score' as const, value: -0.257, standard_error: 1.18, baseline: -0.9 };
  expect(headlineFigure({ task: 'regression', accuracy: 0, headline: worse })).toBe('R² -0.257');
});

test('a forecast is judged beside the seasonal naive one', () => {
  const { figure, sentence } = { figure: headlineFigure(forecast), sentence: headline(forecast, 'units', 12) };
  expect(figure).toBe('MASE 0.609');
  expect(sentence).toContain('on the same held-out times that forecast has 0.94');
  expect(headline(forecast, 'units', 1)).toContain('the naive forecast (the last value repeated)’s within');
});

const forecast = {
  task: 'forecast' as const,
  accuracy: 0.98,
  accuracies: { smape: 0.027 },
  headline: { metric: 'mase' as const, value: 0.609, standard_error: 0.03, baseline: 0.94 },
};

test('no coverage is claimed of a row far outside of the training range', () => {
  const answer = {
    low: 0,
    high: 915,
    confidence: 0.9,
    base: 1,
    contributions: [],
    probabilities: [],
    unknown: [],
    unseen: {},
  };
  expect(sayInterval({ ...answer, outOfRange: [] })).toBe('90% of actual values lie between 0 and 915');
  expect(sayInterval({ ...answer, outOfRange: ['carat'] })).toMatch(
    /^The prediction interval is 0 to 915, .* not known/,
  );
  expect(saySureness({ confidence: 0.998, outOfRange: ['carat'] })).toMatch(/^The model gives it .* not known/);
});

test('warnings name what stands on the page', () => {
  const said = inWords('time was short (give options.time_budget_seconds more); auc, pr_auc and balanced_accuracy do');
  expect(said).not.toMatch(/_|options/);
  expect(said).toContain(`“${words.more}”`);
  expect(placeInWords('/options/time_budget_seconds')).toBe(words.budget);
});

test.each([
  'row 3 has no value in column `shop`, which group_by names',
  'add the column that distinguishes these rows to group_by, or set options.aggregate to sum, mean, last or count',
  'set options.validate to `{group: "shop"}` for the other ones',
  'carat is not a column of this model; did you mean carats? (`unknown_columns`: `ignore` lets others pass)',
  'Reading the rows takes longer than the 5 s that the training has for it (options.time_budget_seconds).',
  'The Ray cluster at http://head (options.engine.address) does not answer.',
  '`month` looks like times: set `options.order_by` to `month` to forecast `units`',
])('a refusal names what stands on the page: %s', (detail) => {
  const error = new SibylError({
    code: 'invalid_input',
    detail,
    errors: [{ pointer: '/options/group_by/0', code: 'x', detail }],
  });
  expect(adviceFor(error).detail).not.toMatch(/_|options|`/);
  expect(adviceFor(new SibylError({ code: 'wrong_state', detail })).detail).not.toMatch(/_|options|`/);
});

test('the glossary explains every figure', () => {
  const glossary = readFileSync(join(import.meta.dirname, '../../docs/glossary.md'), 'utf8');
  const unexplained = Object.values(words.figureOf).filter((word) => !glossary.includes(`- **${word}**:`));
  expect(unexplained).toEqual([]);
});

test('the glossary explains the terms of the pages', () => {
  const glossary = readFileSync(join(import.meta.dirname, '../../docs/glossary.md'), 'utf8').toLowerCase();
  const terms = [words.baseline, words.calibration, words.confusion, words.learning, words.dependence, words.quality];
  terms.push(words.horizon, words.orderBy, words.groupBy, words.metric, words.batch, validated.backtest);
  const unexplained = terms.filter((term) => !glossary.includes(`- **${term.toLowerCase()}**:`));
  expect(unexplained).toEqual([]);
});
