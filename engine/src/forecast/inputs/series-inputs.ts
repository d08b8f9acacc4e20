import type { Table } from '../../table.ts';
import { momentsOf } from '../axis/zone-clock.ts';
import type { Panel } from '../series/collect.ts';
import { findSeriesOfRows } from '../series/keys.ts';
import { countPlaces } from './count-places.ts';
import { type EncodedInput, totalWidth, widthOf } from './known-input.ts';

/** What is known of each place of one series, some steps beyond its end too: places x width, NaN where a cell is missing. */
export interface SeriesInputs {
  width: number;
  cells: Float64Array;
}

interface Placing {
  groupBy: readonly string[];
  /** Places from the start of each series that are left out. */
  skipped: readonly number[];
  /** Places kept of each series, those ahead among them. */
  lengths: readonly number[];
  /** Rows of a time are taken together: an input is their mean. */
  isAggregated: boolean;
}

/** Places the inputs of all rows, also of those without a target: rows after the last known value tell what is ahead. */
export function placeInputs(
  table: Table,
  times: Float64Array,
  panel: Panel,
  inputs: readonly EncodedInput[],
  { groupBy, skipped, lengths, isAggregated }: Placing,
): SeriesInputs[] {
  const sums = lengths.map((length) => createSums(inputs, length));
  const rows = Int32Array.from(times.keys()).filter((row) => !Number.isNaN(times[row]));
  const sources = groupBy.flatMap((name) => table.columns.filter((column) => column.name === name));
  const keys = panel.series.map(({ key }) => key);
  const momentOf = clockOf(panel);
  for (const [index, series] of findSeriesOfRows(sources, rows, keys).entries()) {
    if (series < 0) continue;
    const row = rows[index];
    const { start } = panel.series[series];
    const place = countPlaces(panel.step, start, momentOf(times[row]), isAggregated) - skipped[series];
    if (place >= 0 && place < lengths[series]) addRow(sums[series], inputs, row, place);
  }
  return sums.map((own) => meanOf(own, inputs));
}

/** What the rows of each place of a series add up to, and how many of them have each input. */
interface Sums extends SeriesInputs {
  counts: Int32Array;
}

function createSums(inputs: readonly EncodedInput[], length: number): Sums {
  const width = totalWidth(inputs);
  return { width, cells: new Float64Array(length * width), counts: new Int32Array(length * inputs.length) };
}

function addRow({ width, cells, counts }: Sums, inputs: readonly EncodedInput[], row: number, place: number): void {
  let first = place * width;
  for (const [index, input] of inputs.entries()) {
    const value = input.values[row];
    if (!Number.isNaN(value)) {
      counts[place * inputs.length + index] += 1;
      if (input.categories === null) cells[first] += value;
      else if (value > 0) cells[first + value - 1] += 1;
    }
    first += widthOf(input);
  }
}

function meanOf({ width, cells, counts }: Sums, inputs: readonly EncodedInput[]): SeriesInputs {
  const widths = inputs.map(widthOf);
  let at = 0;
  for (let count = 0; count < counts.length; count++)
    for (const end = at + widths[count % widths.length]; at < end; at++) cells[at] /= counts[count];
  return { width, cells };
}

function clockOf({ reading: { format } }: Panel): (time: number) => number {
  const zone = format.style === 'timestamp' ? format.zone : null;
  return zone === null ? (time) => time : (time) => momentsOf(zone, time).at(0) ?? Number.NaN;
}

/** Puts the columns of several inputs beside each other. */
export function joinInputs(one: SeriesInputs, other: SeriesInputs): SeriesInputs {
  const width = one.width + other.width;
  const places = one.width > 0 ? one.cells.length / one.width : other.cells.length / other.width;
  const cells = new Float64Array(places * width);
  for (let place = 0; place < places; place++) {
    cells.set(one.cells.subarray(place * one.width, (place + 1) * one.width), place * width);
    cells.set(other.cells.subarray(place * other.width, (place + 1) * other.width), place * width + one.width);
  }
  return { width, cells };
}
