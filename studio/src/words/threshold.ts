/** Words of the threshold that chooses between two classes. */
export const words = {
  title: 'Threshold',
  lead: (label: string) =>
    `The probability from which ${label} is predicted. Probabilities and confidence do not change; nothing is retrained.`,
  from: (label: string, threshold: string) => `${label} at a probability of ${threshold} or more`,
  inVain: (label: string) => `Cost of a false ${label} (false positive)`,
  missed: (label: string) => `Cost of a missed ${label} (false negative)`,
  found: (label: string, found: string, all: string, inVain: string, rows: string) =>
    `On ${rows} held-out rows it finds ${found} of ${all} ${label}, with ${inVain} false alarms.`,
  costs: (mean: string, error: string, usual: string) =>
    `A row costs ${mean} ± ${error} on average; predicting the likelier class costs ${usual}.`,
  costLead: 'Average cost of a row at each threshold; the line marks the chosen one.',
  ratesLead: 'Precision and recall at each threshold; the line marks the chosen one.',
  threshold: 'Threshold',
  cost: 'Cost of a row',
  use: 'Use this threshold',
  usual: 'Predict the likelier class',
  saved: 'Predictions use the new threshold from now on.',
};
