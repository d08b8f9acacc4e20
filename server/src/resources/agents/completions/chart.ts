import { groupCount } from '../../../questions/realise/write-sql.ts';
import type { Step } from './schemas.ts';

/** A Vega-Lite specification that contains its data. */
export type Chart = Record<string, unknown>;

const mostRows = 200;
const mostColumns = 4;
const mostMeasures = 3;
const mostBars = 40;
/** Longer labels get horizontal bars. */
const longestUprightLabel = 12;
const longestLabel = 100;
/** Columns that the builtin answerer adds to its queries for itself. */
const helpers = new Set([groupCount]);

interface Result {
  columns: string[];
  rows: unknown[][];
}

/** Returns a chart of the last query's result when it is a series or a grouping; otherwise undefined. */
export function chartOf(steps: readonly Step[]): Chart | undefined {
  const outputs = steps.flatMap((step) => (step.kind === 'tool' && step.error === undefined ? [step.output] : []));
  const last = outputs.at(-1);
  return isResult(last) ? drawResult(withoutHelpers(last)) : undefined;
}

function isResult(output: unknown): output is Result {
  if (typeof output !== 'object' || output === null || !('columns' in output) || !('rows' in output)) return false;
  const { columns, rows } = output;
  return (
    Array.isArray(columns) &&
    columns.every((name) => typeof name === 'string') &&
    Array.isArray(rows) &&
    rows.every(Array.isArray)
  );
}

function withoutHelpers({ columns, rows }: Result): Result {
  const shown = columns.flatMap((name, at) => (helpers.has(name) ? [] : [at]));
  return { columns: shown.map((at) => columns[at]), rows: rows.map((row) => shown.map((at) => row[at])) };
}

type Scale = 'nominal' | 'ordinal' | 'temporal';

interface Dimension {
  at: number;
  name: string;
  scale: Scale;
}

/** Draws a result with one or two columns that identify rows, followed by figures. */
function drawResult({ columns, rows }: Result): Chart | undefined {
  if (rows.length < 2 || rows.length > mostRows || columns.length < 2 || columns.length > mostColumns) return undefined;
  const cellsOf = (at: number) => rows.map((row) => row[at]);
  const first = dimensionOf(columns[0], 0, cellsOf(0));
  const second = columns.length > 2 ? dimensionOf(columns[1], 1, cellsOf(1)) : undefined;
  if (!first) return undefined;
  const dimensions = second && second.scale !== 'ordinal' ? [first, second] : [first];
  const measures = columns.flatMap((name, at) => (at < dimensions.length ? [] : [{ at, name }]));
  const areFigures = measures.every(({ at }) => cellsOf(at).every((cell) => cell === null || isFigure(cell)));
  const keys = new Set(rows.map((row) => JSON.stringify(dimensions.map(({ at }) => row[at]))));
  const isTooWide = first.scale === 'nominal' && new Set(cellsOf(0)).size > mostBars;
  if (!areFigures || keys.size < rows.length || isTooWide) return undefined;
  return specify(dimensions, measures.slice(0, dimensions.length > 1 ? 1 : mostMeasures), rows);
}

function isFigure(cell: unknown): boolean {
  return typeof cell === 'number' || (typeof cell === 'string' && /^-?\d+(?:\.\d+)?$/.test(cell));
}

function dimensionOf(name: string, at: number, cells: readonly unknown[]): Dimension | undefined {
  const known = cells.filter((cell) => cell !== null);
  if (known.length === 0) return undefined;
  if (known.every((cell) => typeof cell === 'string' && /^\d{4}-\d\d-\d\d(?:[T ][\d:.]+Z?)?$/.test(cell)))
    return { at, name, scale: 'temporal' };
  if (known.every((cell) => typeof cell === 'string' || typeof cell === 'boolean'))
    return { at, name, scale: 'nominal' };
  return known.every(Number.isInteger) ? { at, name, scale: 'ordinal' } : undefined;
}

/** Renames the fields: Vega-Lite would read some column names as paths. */
function specify(dimensions: Dimension[], measures: { at: number; name: string }[], rows: unknown[][]): Chart {
  const values = rows.flatMap((row) => {
    const [x, color] = dimensions.map(({ at }) => labelOf(row[at]));
    return measures.map(({ at, name }) => ({
      x,
      ...(dimensions.length > 1 ? { color } : measures.length > 1 ? { color: name } : {}),
      y: row[at] === null ? null : Number(row[at]),
    }));
  });
  const [{ name, scale }, by] = dimensions;
  const isSeries =
    scale === 'temporal' || (scale === 'ordinal' && rows.length > 2 && isRising(values.map(({ x }) => x)));
  const lies = !isSeries && values.some(({ x }) => String(x).length > longestUprightLabel);
  const dimension = { field: 'x', type: scale, title: titled(name), ...(scale === 'nominal' ? { sort: null } : {}) };
  const figure = { field: 'y', type: 'quantitative', title: measures.length > 1 ? null : titled(measures[0].name) };
  const isColored = by !== undefined || measures.length > 1;
  return {
    $schema: 'https://vega.github.io/schema/vega-lite/v6.json',
    data: { values },
    mark: isSeries ? { type: 'line', point: true, tooltip: true } : { type: 'bar', tooltip: true },
    encoding: {
      x: lies ? figure : dimension,
      y: lies ? dimension : figure,
      ...(isColored ? { color: { field: 'color', type: 'nominal', title: by ? titled(by.name) : null } } : {}),
      ...(isColored && !isSeries ? { [lies ? 'yOffset' : 'xOffset']: { field: 'color' } } : {}),
    },
  };
}

/** Vega puts titles into the code of its tooltips: a line break or a backslash there ends all of the chart. */
function titled(name: string): string {
  return name
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .replaceAll('\\', '⧵')
    .trim();
}

function labelOf(cell: unknown): unknown {
  if (cell === null) return '–';
  return typeof cell === 'string' ? cell.slice(0, longestLabel) : cell;
}

/** Returns whether the values rise, as years do; a grouping ordered by its figures does not. */
function isRising(values: readonly unknown[]): boolean {
  const numbers = values.map(Number);
  return numbers.every((value, at) => at === 0 || value >= numbers[at - 1]);
}
