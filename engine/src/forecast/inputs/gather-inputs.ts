import { TrainingError } from '../../errors.ts';
import type { HolidaysOf, TrainRequest } from '../../request.ts';
import type { Column, Table } from '../../table.ts';
import { readTimes } from '../axis/read-times.ts';
import type { Panel } from '../series/collect.ts';
import { bendAll, type PlacedInputs } from './bend-inputs.ts';
import { type HolidayInputs, inputsOfHolidays, widthOfAny } from './holidays.ts';
import { canBend, type EncodedInput, encodeInput, totalWidth, widthOf } from './known-input.ts';
import { leaveOutHolidays, leaveOutInputs, leaveOutNames, noteOneWord } from './left-out.ts';
import { mostWidthFor } from './most-width.ts';
import { placeInputs } from './series-inputs.ts';

/** Everything that is known of the series beside their values. */
export interface GatheredInputs {
  known: PlacedInputs | undefined;
  /** Whether numbers among them may bend: there is one, and room for all. */
  canBend: boolean;
  holidays: (HolidayInputs & { region: string }) | undefined;
  /** What is not used, and why, one sentence each. */
  leftOut: readonly string[];
}

interface Placing {
  /** Places from the start of each series that are left out, and those kept with the steps ahead. */
  skipped: number[];
  lengths: number[];
  ahead: number;
}

const mostInputs = 50;

/** Reads the inputs that the request names. `histories` are the last values of each series, `ahead` the steps after. */
export function gatherInputs(
  table: Table,
  request: TrainRequest & { orderBy: string },
  panel: Panel,
  histories: readonly Float64Array[],
  { ahead, season, holidaysOf }: { ahead: number; season: number; holidaysOf: HolidaysOf | undefined },
): GatheredInputs {
  const { knownInputs = [], holidays: region, groupBy = [], orderBy } = request;
  const columns = knownInputs.map((name) => requireInput(table, name, [request.target, orderBy, ...groupBy]));
  if (columns.length > mostInputs)
    throw new TrainingError('bad_input', `known_inputs name ${columns.length} columns: at most ${mostInputs} are used`);
  const encoded = columns.map((column) => encodeInput(column, table.rowCount));
  const kinds = Number(encoded.length > 0) + Number(encoded.some(canBend)) + Number(region !== undefined);
  const most = mostWidthFor(histories, { ahead, season, kinds: Math.max(1, kinds) });
  const skipped = panel.series.map(({ values }, index) => values.length - histories[index].length);
  const placing = { skipped, lengths: histories.map(({ length }) => length + ahead), ahead };
  const telling = encoded.filter((input) => widthOf(input) > 0);
  const used = chooseFitting(telling, region === undefined ? most : most - widthOfAny(panel.step));
  const unfit = telling.filter((input) => !used.includes(input));
  const rest = most - totalWidth(used);
  const holidays =
    region === undefined ? undefined : gatherHolidays(panel, region, holidaysOf, { ...placing, most: rest });
  return {
    known: placeKnown(table, request, panel, used, placing),
    canBend: used.some(canBend) && totalWidth(bendAll(used)) + (holidays?.series[0].width ?? 0) <= most,
    holidays,
    leftOut: [
      ...noteOneWord(encoded.filter((input) => widthOf(input) === 0)),
      ...leaveOutInputs(unfit, most),
      ...(region !== undefined && !holidays ? leaveOutHolidays(region) : []),
      ...(holidays ? leaveOutNames(holidays) : []),
    ],
  };
}

/** Those named first come first. */
function chooseFitting(inputs: readonly EncodedInput[], most: number): EncodedInput[] {
  let width = 0;
  return inputs.filter((input) => {
    const fits = width + widthOf(input) <= most;
    if (fits) width += widthOf(input);
    return fits;
  });
}

function placeKnown(
  table: Table,
  { orderBy, groupBy = [], aggregate }: TrainRequest & { orderBy: string },
  panel: Panel,
  inputs: readonly EncodedInput[],
  placing: Placing,
): GatheredInputs['known'] {
  if (inputs.length === 0) return undefined;
  const { times } = readTimes(table.columns.find(({ name }) => name === orderBy) as Column);
  const isAggregated = aggregate !== undefined;
  return { inputs, series: placeInputs(table, times, panel, inputs, { ...placing, groupBy, isAggregated }) };
}

function gatherHolidays(
  panel: Panel,
  region: string,
  holidaysOf: HolidaysOf | undefined,
  placing: Placing & { most: number },
): GatheredInputs['holidays'] {
  if (!holidaysOf) throw new TrainingError('bad_holidays', 'there is no calendar of holidays here: leave holidays out');
  if (placing.most < widthOfAny(panel.step)) return undefined;
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
