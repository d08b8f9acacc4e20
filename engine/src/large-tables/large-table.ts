import type { Monitor } from '../monitor.ts';
import { createMulberry32, drawSubset } from '../random.ts';
import type { TrainRequest } from '../request.ts';
import type { Column, ColumnSummary, Table, TableSource } from '../table.ts';
import { refuseTooManyClasses } from '../target/target.ts';
import { sourceOf } from './table-in-memory.ts';

/** A table in storage: candidates are tried on a sample of its rows, then trees are grown on all. */
export interface LargeTable {
  source: TableSource;
  /** Rows of the sample as the source numbers them, ascending. */
  rows: Int32Array;
  /** Texts in the sample, by column. */
  dictionaries: ReadonlyMap<string, readonly string[]>;
  summaries: ReadonlyMap<string, ColumnSummary>;
}

/** The sample is kept apart, so that it can be freed once its columns are read. */
export interface SampledTable {
  large: LargeTable;
  sample: Table;
}

/** Default number of cells in memory: 128 MB as numbers, of which several copies exist. */
const usualCells = 16_000_000;
/** Most rows of a sample; wide tables have fewer, to fill this share of the memory. */
const mostSampleRows = 80_000;
const sampleShare = 3 / 8;
const fewestSampleRows = 4000;

/** Number of classes that count like one column, because their scores are needed only for a time. */
const classesPerColumn = 4;

/** Returns the table in memory, or a sample of one that is too large for that. */
export async function openTable(
  given: Table | TableSource,
  request: TrainRequest,
  monitor: Monitor,
): Promise<Table | SampledTable> {
  const source = 'readWhole' in given ? given : sourceOf(given);
  const { cellsInMemory = usualCells } = request;
  const isKnownLarge = source.rowCount * source.columns.length > cellsInMemory;
  if (isKnownLarge) return drawSample(source, source.columns.length, request, monitor);
  const table = await source.readWhole();
  refuseTooManyClasses(table, request);
  const width = source.columns.length + mostClassesOf(table, request) / classesPerColumn;
  if (table.rowCount * width <= cellsInMemory) return table;
  return drawSample(sourceOf(table), width, request, monitor);
}

export async function readWhole(given: Table | TableSource): Promise<Table> {
  return 'readWhole' in given ? given.readWhole() : given;
}

/** Returns an upper limit of the target's classes, 1 for numbers. */
function mostClassesOf({ columns }: Table, { target, task }: TrainRequest): number {
  const column: Column | undefined = columns.find(({ name }) => name === target);
  if (column?.type === 'text') return column.dictionary.length;
  return column && task === 'multiclass' ? new Set(column.values).size : 1;
}

/** Draws a sample of the rows; `width` is the number of columns, and what counts like some. */
export async function drawSample(
  source: TableSource,
  width: number,
  { seed = 0, cellsInMemory = usualCells }: TrainRequest,
  monitor: Monitor,
): Promise<SampledTable> {
  await monitor.report('drawing a sample', 0.01);
  const count = Math.max(fewestSampleRows, Math.min(mostSampleRows, Math.floor((cellsInMemory * sampleShare) / width)));
  const rows = drawSubset(source.rowCount, Math.min(source.rowCount, count), createMulberry32(seed));
  const { table: sample, summaries } = await source.readSample(rows);
  await monitor.pause();
  const byName = source.columns.map(({ name }, column) => [name, summaries[column]] as const);
  const dictionaries = sample.columns.flatMap((column) =>
    column.type === 'text' ? [[column.name, column.dictionary] as const] : [],
  );
  return {
    sample: { ...sample, rows },
    large: { source, rows, dictionaries: new Map(dictionaries), summaries: new Map(byName) },
  };
}
