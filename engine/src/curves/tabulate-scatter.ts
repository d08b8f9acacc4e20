import type { ScatterDescription, ScatterGrid } from '../description.ts';

/** More rows are counted in cells. */
const mostPoints = 500;
/** Cells on either side of a grid. */
const cellsAcross = 25;
/** Points are for the eye: seven digits. */
const digits = 7;

/** Predicted against actual values, and errors (actual minus predicted) against predictions, of validation rows. */
export function tabulateScatter(actual: Float64Array, predicted: Float64Array): ScatterDescription {
  const errors = actual.map((value, row) => value - predicted[row]);
  if (actual.length <= mostPoints) {
    const shown = (value: number) => Number(value.toPrecision(digits));
    const points = Array.from(actual, (value, row): [number, number] => [shown(predicted[row]), shown(value)]);
    return { rows: actual.length, points, actual: null, errors: null };
  }
  return {
    rows: actual.length,
    points: null,
    actual: countCells(predicted, actual),
    errors: countCells(predicted, errors),
  };
}

interface Axis {
  from: number;
  width: number;
}

function countCells(across: Float64Array, up: Float64Array): ScatterGrid {
  const [x, y] = [axisOf(across), axisOf(up)];
  const counts = new Uint32Array(cellsAcross * cellsAcross);
  for (let row = 0; row < across.length; row++) counts[cellOf(y, up[row]) * cellsAcross + cellOf(x, across[row])] += 1;
  const cells: ScatterGrid['cells'] = [];
  for (const [cell, count] of counts.entries())
    if (count > 0) cells.push([cell % cellsAcross, Math.floor(cell / cellsAcross), count]);
  return { x, y, cells };
}

/** An axis from the 1st to the 99th percentile; the outermost cells hold everything beyond. */
function axisOf(values: Float64Array): Axis {
  const sorted = values.toSorted();
  const [low, high] = [0.01, 0.99].map((share) => sorted[Math.round(share * (sorted.length - 1))]);
  return { from: low, width: high / cellsAcross - low / cellsAcross };
}

function cellOf({ from, width }: Axis, value: number): number {
  const cell = width > 0 ? Math.floor((value - from) / width) : 0;
  return Math.min(cellsAcross - 1, Math.max(0, cell));
}
