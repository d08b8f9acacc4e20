import type { Table } from '../../table.ts';
import { momentsOf } from '../axis/zone-clock.ts';
import type { Panel } from '../series/collect.ts';
import { findSeriesOfRows } from '../series/keys.ts';
import { countPlaces } from './count-places.ts';
import type { EncodedInput } from './known-input.ts';

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
  const columns = inputs.flatMap(({ cells }) => cells);
  const width = columns.length;
  const sums = lengths.map((length) => new Float64Array(length * width));
  const counts = lengths.map((length) => new Float64Array(length * width));
  const rows = Int32Array.from(times.keys()).filter((row) => !Number.isNaN(times[row]));
  const sources = groupBy.flatMap((name) => table.columns.filter((column) => column.name === name));
  const keys = panel.series.map(({ key }) => key);
  const momentOf = clockOf(panel);
  for (const [index, series] of findSeriesOfRows(sources, rows, keys).entries()) {
    if (series < 0) continue;
    const row = rows[index];
    const { start } = panel.series[series];
    const place = countPlaces(panel.step, start, momentOf(times[row]), isAggregated) - skipped[series];
    if (!(place >= 0 && place < lengths[series])) continue;
    for (const [column, cells] of columns.entries()) {
      if (Number.isNaN(cells[row])) continue;
      sums[series][place * width + column] += cells[row];
      counts[series][place * width + column] += 1;
    }
  }
  return sums.map((own, series) => ({ width, cells: own.map((sum, index) => sum / counts[series][index]) }));
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
