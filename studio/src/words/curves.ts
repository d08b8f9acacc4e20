import { figure, percent } from '../shared/format.ts';

/** Words of the curves and tables of held-out rows. */
export const words = {
  roc: 'ROC curve',
  rocLead: (label: string, auc: number | undefined) =>
    `How many of ${label} are found (up) for how many false alarms (across). Area ${figure(auc)}; the dashed line is chance.`,
  falsePositiveRate: 'False positive rate',
  truePositiveRate: 'True positive rate',
  precisionRecall: 'Precision and recall',
  precisionRecallLead: (label: string, area: number | undefined, usual: number) =>
    `Of the rows answered ${label}, the share that is right (up), for the share of ${label} that is found (across). Area ${figure(area)}; the dashed line is its share of all rows, ${percent(usual)}.`,
  precision: 'Precision',
  recall: 'Recall',
  gains: 'Gains and lift',
  gainsLead: (label: string, gain: number, lift: number) =>
    `Rows in order of their probability of ${label}: the first tenth holds ${percent(gain)} of them, ${figure(lift, 2)} times as many as a tenth taken by chance.`,
  likeliest: 'Likeliest rows',
  found: 'Found of all',
  tenth: 'Rows up to',
  lift: 'Lift',
  cumulativeLift: 'Lift so far',
  classes: 'Each class',
  classesLead:
    'Rows that it had not seen. Precision: of the answers with the class, the share that is right. Recall: of the rows of the class, the share that is found.',
  class: 'Class',
  rows: 'Rows',
  answered: 'Answered',
  scatter: 'Predicted against actual',
  scatterLead: 'Rows that it had not seen. On the dashed line the prediction is right.',
  errors: 'Errors along the prediction',
  errorsLead: 'Actual minus predicted, of the same rows. A slope or a funnel shows where it errs more.',
  error: 'Actual minus predicted',
  predicted: 'Predicted',
  actual: 'Actual',
  errorsAlong: 'Errors along an input',
  errorsAlongLead:
    'Rows that it had not seen: the mean error with two standard errors, and in the broad bars four fifths of the errors. Where the line leaves 0, it has not learned what the input tells.',
  missingPart: 'missing',
  knownPart: 'known',
  belowPart: (edge: string) => `below ${edge}`,
  fromPart: (edge: string) => `from ${edge}`,
};
