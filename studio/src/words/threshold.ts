/** Words of the threshold that chooses between two classes. */
export const words = {
  title: 'Threshold',
  lead: (label: string) =>
    `From which probability on the answer is ${label}. Probabilities and confidence stay as they are; nothing is trained again.`,
  from: (label: string, threshold: string) => `${label} from a probability of ${threshold} on`,
  inVain: (label: string) => `Cost of ${label} in vain`,
  missed: (label: string) => `Cost of ${label} missed`,
  found: (label: string, found: string, all: string, inVain: string, rows: string) =>
    `Of ${rows} rows that it had not seen it finds ${found} of ${all} ${label}, with ${inVain} false alarms.`,
  costs: (mean: string, error: string, usual: string) =>
    `A row costs ${mean} ± ${error} on average; by the likelier class ${usual}.`,
  costLead: 'What a row costs on average at each threshold; the line is the one that is chosen.',
  ratesLead: 'Precision and recall at each threshold; the line is the one that is chosen.',
  threshold: 'Threshold',
  cost: 'Cost of a row',
  use: 'Answer by this threshold',
  usual: 'Answer the likelier class',
  saved: 'Answers go by the new threshold from now on.',
};
