import { TrainingError } from '../../errors.ts';
import type { HolidaysOf, TrainRequest } from '../../request.ts';
import type { Column, Table } from '../../table.ts';
import { readTimes } from '../axis/read-times.ts';
import type { Panel } from '../series/collect.ts';
import { type HolidayInputs, inputsOfHolidays } from './holidays.ts';
import { encodeInput, type KnownInput, widthOf } from './known-input.ts';
import { placeInputs, type SeriesInputs } from './series-inputs.ts';

/** Everything that is known of the series beside their values. */
export interface GatheredInputs {
  known: { inputs: readonly KnownInput[]; series: SeriesInputs[] } | undefined;
  holidays: (HolidayInputs & { region: string }) | undefined;
}

const mostInputs = 50;
/** Numbers of all inputs of all series. */
const mostCells = 40_000_000;

/** Reads the inputs that the request names. `histories` are the last values of each series, `ahead` the steps after. */
export function gatherInputs(
  table: Table,
  request: TrainRequest & { orderBy: string },
  panel: Panel,
  histories: readonly Float64Array[],
  { ahead, holidaysOf }: { ahead: number; holidaysOf: HolidaysOf | undefined },
): GatheredInputs {
  const { knownInputs = [], holidays: region, groupBy = [], aggregate, orderBy } = request;
  const columns = knownInputs.map((name) => requireInput(table, name, [request.target, orderBy, ...groupBy]));
  if (columns.length > mostInputs)
    throw new TrainingError('bad_input', `known_inputs name ${columns.length} columns: at most ${mostInputs} are used`);
  const encoded = columns.map((column) => encodeInput(column, table.rowCount));
  const skipped = panel.series.map(({ values }, index) => values.length - histories[index].length);
  const lengths = histories.map(({ length }) => length + ahead);
  const width = encoded.reduce((sum, input) => sum + widthOf(input), 0);
  if (lengths.reduce((sum, length) => sum + length, 0) * Math.max(1, width) > mostCells)
    throw new TrainingError('bad_input', 'known_inputs are too many for so many series: name fewer columns');
  const { times } = readTimes(table.columns.find(({ name }) => name === orderBy) as Column);
  const placing = { groupBy, skipped, lengths, isAggregated: aggregate !== undefined };
  return {
    known: width > 0 ? { inputs: encoded, series: placeInputs(table, times, panel, encoded, placing) } : undefined,
    holidays: region === undefined ? undefined : gatherHolidays(panel, region, holidaysOf, { skipped, lengths, ahead }),
  };
}

function gatherHolidays(
  panel: Panel,
  region: string,
  holidaysOf: HolidaysOf | undefined,
  placing: { skipped: number[]; lengths: number[]; ahead: number },
): GatheredInputs['holidays'] {
  if (!holidaysOf) throw new TrainingError('bad_holidays', 'there is no calendar of holidays here: leave holidays out');
  return { region, ...inputsOfHolidays(panel, region, holidaysOf, placing) };
}

function requireInput({ columns }: Table, name: string, taken: readonly string[]): Column {
  const column = columns.find((one) => one.name === name);
  if (!column)
    throw new TrainingError('column_not_found', `the table has no column \`${name}\` for known_inputs`, name);
  if (taken.includes(name))
    throw new TrainingError('bad_input', `column \`${name}\` has another role in the forecast already`, name);
  return column;
}
