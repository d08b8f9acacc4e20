import { count } from '../shared/format.ts';

/** Words of the page on which a model is watched. */
export const words = {
  title: 'Monitoring',
  lead: 'Inputs and predictions, compared with the training rows. Nothing is collected unless you turn it on.',
  begin: 'Monitor this model',
  begun: 'The model is monitored from now on.',
  pause: 'Stop monitoring',
  paused: 'The model is not monitored any more. What was collected is kept.',
  forget: 'Delete collected data',
  forgotten: 'The collected data is deleted.',
  forgetLoss: 'All windows, actual values and kept rows of this model are deleted.',
  notWatched: 'This model is not monitored.',
  nothing: 'No predictions since.',
  window: 'Window',
  windows: { hour: 'an hour', day: 'a day' },
  everyWindow: (window: 'hour' | 'day') => `In windows of ${window === 'hour' ? 'an hour' : 'a day'}.`,
  alarms: 'Alarms',
  alarmOf: {
    drift: 'Data drift',
    accuracy_dropped: 'Accuracy dropped',
    coverage_lost: 'Coverage dropped',
    stale: 'Stale',
  },
  since: (when: string) => `since ${when}`,
  volume: 'Predicted rows',
  volumeLead: 'Predicted rows in each window',
  drift: 'Data drift by column',
  driftLead: 'Windows from left to right, columns from top to bottom; darker is farther away, framed is drift.',
  column: 'Column',
  distance: 'Distance',
  isDrift: 'Drift',
  live: 'Live performance',
  liveLead: (metric: string) =>
    `${metric} by actual values with two standard errors, beside what held-out training rows showed`,
  noTruths: 'No actual values yet.',
  sendTruths: 'Upload actual values',
  sendTruthsLead: (target: string, id: string | undefined) =>
    id === undefined
      ? `A file with the actual ${target} and either the input columns or the row ID sent with each prediction.`
      : `A file with the actual ${target} and the ${id} of each row.`,
  chooseTruths: 'Choose a file',
  truthsSent: (received: number, joined: number, waiting: number) =>
    `${count(joined)} of ${count(received)} actual values matched a prediction${waiting > 0 ? `, ${count(waiting)} are unmatched so far` : ''}.`,
  estimated: 'Estimated performance',
  estimatedLead: (metric: string) =>
    `${metric} as the model itself expects it: it cannot know that a relation has changed`,
  training: 'training',
  report: 'Report',
  fresh: 'Retraining',
  freshLead: 'When the model is retrained automatically, and which version becomes active.',
  cron: 'Schedule (cron)',
  cronHint: 'minute hour day month weekday, such as 0 3 * * *',
  timeZone: 'Time zone',
  afterRows: 'After new rows',
  onAlarm: 'On an alarm',
  policy: 'Which version becomes active',
  policies: {
    none: 'each new one',
    always: 'each new one, and log it',
    better: 'a new one that is significantly better',
    ask: 'the one that I accept',
  },
  save: 'Save',
  saved: 'It is saved.',
  challenger: 'Challenger',
  accept: 'Activate',
  reject: 'Keep the active version',
  accepted: (version: number) => `Version ${version} is active.`,
  rejected: 'The active version stays.',
  truthsKnown: (joined: number, waiting: number) =>
    `Actual values: ${count(joined)} matched${waiting > 0 ? `, ${count(waiting)} unmatched` : ''}.`,
};
