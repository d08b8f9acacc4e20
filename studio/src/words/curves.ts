import { figure, percent } from '../shared/format.ts';

/** Words of the curves and tables of held-out rows. */
export const words = {
  roc: 'ROC curve',
  rocLead: (label: string, auc: number | undefined) =>
    `True positive rate of ${label} against the false positive rate. Area ${figure(auc)}; the dashed line is chance.`,
  falsePositiveRate: 'False positive rate',
  truePositiveRate: 'True positive rate',
  precisionRecall: 'Precision-recall curve',
  precisionRecallLead: (label: string, area: number | undefined, usual: number) =>
    `Of the rows predicted as ${label}, the share that is right (precision), for the share of ${label} that is found (recall). Area ${figure(area)}; the dashed line is its share of all rows, ${percent(usual)}.`,
  precision: 'Precision',
  recall: 'Recall',
  gains: 'Cumulative gains and lift',
  gainsLead: (label: string, gain: number, lift: number) =>
    `Rows by descending probability of ${label}: the top tenth contains ${percent(gain)} of all ${label}, ${figure(lift, 2)} times as many as a random tenth.`,
  likeliest: 'Likeliest rows',
  found: 'Share found',
  tenth: 'Rows up to',
  lift: 'Lift',
  cumulativeLift: 'Cumulative lift',
  classes: 'Metrics by class',
  classesLead:
    'Held-out rows. Precision: of the predictions of the class, the share that is right. Recall: of the rows of the class, the share that is found.',
  class: 'Class',
  rows: 'Rows',
  answered: 'Predicted',
  scatter: 'Predicted vs. actual',
  scatterLead: 'Held-out rows. On the dashed line, the prediction equals the actual value.',
  errors: 'Residuals',
  errorsLead: 'Actual minus predicted, of the same rows. A slope or a funnel shows where errors are larger.',
  error: 'Actual minus predicted',
  predicted: 'Predicted',
  actual: 'Actual',
  errorsAlong: 'Residuals by input',
  errorsAlongLead:
    'Held-out rows: the mean residual with two standard errors; the broad bars contain 80% of the residuals. Where the line is not near 0, the model misses an effect of the input.',
  missingPart: 'missing',
  knownPart: 'known',
  belowPart: (edge: string) => `below ${edge}`,
  fromPart: (edge: string) => `from ${edge}`,
};
