import { writeTime } from './axis/format.ts';
import { moveSteps } from './axis/step.ts';
import type { ForecastState } from './forecast-state.ts';
import type { Lack } from './valued.ts';

/** Says which value of an input lacks, and where it can be given. */
export function needsInput(
  { reading, step, ends, timeColumn, description }: ForecastState,
  { column, steps }: Lack,
  series: number,
): { column: string; detail: string } {
  const time = writeTime(reading.format, moveSteps(step, ends[series], steps));
  return {
    column,
    detail: `is needed at ${time}, because the forecast follows it: give it in a row with that \`${timeColumn}\`, in params.future, or in a row of the table without \`${description.target}\` before the training`,
  };
}
