import { expect, it } from 'vitest';
import { headlineOf } from './headline.ts';

const accuracies = { accuracy: 0.94, auc: 0.767, log_loss: 0.2, balanced_accuracy: 0.5 };

it('judges two classes by the area under the curve, beside what chance gets', () => {
  const others = { standard_errors: { auc: 0.017 }, baseline: { auc: 0.5, accuracy: 0.94 } };
  const headline = headlineOf({ task: 'binary', accuracies, ...others });
  expect(headline).toEqual({ metric: 'auc', value: 0.767, standard_error: 0.017, baseline: 0.5 });
});

it.each([
  ['multiclass', accuracies, 'balanced_accuracy'],
  ['regression', { r2_score: 0.4, mae: 2 }, 'r2_score'],
  ['forecast', { mase: 0.8, smape: 0.1 }, 'mase'],
] as const)('judges %s by %j', (task, figures, metric) => {
  const headline = headlineOf({ task, accuracies: { ...figures }, standard_errors: null, baseline: null });
  expect(headline).toMatchObject({ metric, standard_error: null, baseline: null });
});

it('says nothing of what was not judged', () => {
  const none = { accuracies: null, standard_errors: null, baseline: null };
  expect(headlineOf({ task: null, ...none })).toBeNull();
  expect(headlineOf({ task: 'binary', ...none, accuracies: {} })).toBeNull();
});
