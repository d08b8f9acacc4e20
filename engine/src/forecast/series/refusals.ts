import { TrainingError } from '../../errors.ts';

/** Steps that a series must have beyond the horizon. */
const beyondHorizon = 4;

export function tooShort(longest: number, horizon: number): TrainingError {
  return new TrainingError(
    'too_few_rows',
    `the longest series has ${longest} values: a horizon of ${horizon} needs at least ${horizon + beyondHorizon} that are not all equal`,
  );
}

/** Share of the steps of a series that must have a value. */
const leastFilled = 0.8;

/** Throws where series of so many values are too short for the horizon, however many of their steps are gaps. */
export function refuseShort(values: number, horizon: number): void {
  if (Math.floor(values / leastFilled) < horizon + beyondHorizon) throw tooShort(values, horizon);
}

/**
 * Throws where more rows of one series than may must share a time: two where clocks are put back in autumn, else one.
 */
export function refuseSharedTimes(column: string, moments: number, rows: number, mostAlike: number): void {
  if (moments * mostAlike < rows)
    throw new TrainingError(
      'times_repeated',
      `column \`${column}\` has ${moments} different times in ${rows} rows: ${forRepeats}`,
      column,
    );
}

/** What helps where a series has several rows of one time. */
export const forRepeats =
  'add the column that distinguishes these rows to group_by, or set options.aggregate to sum, mean, last or count';
