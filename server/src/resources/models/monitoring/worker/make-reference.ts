import { CellError, createNumericReader } from '@sibyl/engine/columns/cells.ts';
import { shuffle } from '@sibyl/engine/random.ts';
import type { Reading } from '@sibyl/engine/readings/reading.ts';
import type { Column } from '@sibyl/engine/table.ts';
import { openTableSource } from '../../../../platform/data/worker/table-source.ts';
import { loadFile } from '../../serving/load-file.ts';
import {
  binOf,
  type CellCoder,
  type ColumnReference,
  countsOf,
  createCoder,
  placesOf,
  type Reference,
  readsNumbers,
} from '../reference.ts';
import type { ReferenceRequest } from './messages.ts';
import { widthOfBounds } from './width-of-bounds.ts';

const mostRows = 20_000;
/** Rows whose bins are kept to tell them apart from asked ones. */
const keptRows = 2000;
/** The most important inputs; more would cost too much for each row that is drawn. */
export const mostColumns = 100;
const numberBins = 20;
const mostValues = 40;
const mostRarer = 2000;
const readingLimits = { memoryBytes: 512 * 1024 * 1024, threads: 1, spillFolder: '' };

/** Sorts a sample of the training rows into bins, column by column. */
export async function makeReference({ snapshotPath, modelPath }: ReferenceRequest): Promise<Reference> {
  const { model } = await loadFile(modelPath);
  const { inputs, columnImportances } = model.description;
  const source = await openTableSource(snapshotPath, readingLimits);
  const rows = chooseRows(source.rowCount, mostRows);
  const { table } = await source.readSample(rows);
  const readings = new Map(inputs.map((name, index) => [name, model.readings?.[index]]));
  const names = inputs.toSorted((a, b) => (columnImportances[b] ?? 0) - (columnImportances[a] ?? 0));
  const watched = names.slice(0, mostColumns).flatMap((name) => {
    const [column, reading] = [table.columns.find((one) => one.name === name), readings.get(name)];
    return column && reading ? [{ column, ...describeColumn(column, reading, rows.length) }] : [];
  });
  const kept = shuffle(chooseRows(rows.length, keptRows), Math.random);
  const codes = new Uint8Array(kept.length * watched.length);
  for (const [place, { bins }] of watched.entries())
    for (const [index, row] of kept.entries()) codes[index * watched.length + place] = bins[row];
  return {
    rows: rows.length,
    columns: watched.map(({ reference }) => reference),
    codes: Buffer.from(codes).toString('base64'),
    width: widthOfBounds(model, table.columns, kept.slice(0, 500)),
  };
}

/** Returns random places in ascending order, each once; all where there are no more than `most`. */
function chooseRows(count: number, most: number): Int32Array {
  const chosen = Int32Array.from({ length: count }, (_, row) => row);
  if (count <= most) return chosen;
  for (let place = 0; place < most; place += 1) {
    const other = place + Math.floor(Math.random() * (count - place));
    [chosen[place], chosen[other]] = [chosen[other], chosen[place]];
  }
  return chosen.slice(0, most).sort();
}

/** Sorts the cells of a column into bins of their own. */
export function describeColumn(column: Column, reading: Reading, rows: number) {
  const cells = Array.from({ length: rows }, (_, row) => cellAt(column, row));
  const form = formOf(column, reading);
  const shape = { name: column.name, form, reading, edges: [], values: [], rarer: [] };
  const described =
    form === 'category' ? { ...shape, ...valuesOf(cells) } : { ...shape, ...spanOf(numbersOf(cells, shape)) };
  const code = column.type === 'text' ? createCoder(described) : codeOfNumbers(described);
  const bins = cells.map(code);
  const counts = new Array<number>(countsOf(described)).fill(0);
  for (const bin of bins) counts[bin] += 1;
  return { bins, reference: { ...described, counts } satisfies ColumnReference };
}

function formOf(column: Column, reading: Reading): ColumnReference['form'] {
  if (column.type !== 'text' || readsNumbers(reading)) return 'number';
  const distinct = column.dictionary.length;
  return distinct <= mostValues + mostRarer && distinct <= column.codes.length / 2 ? 'category' : 'length';
}

/** Numbers of storage are read already: moments are milliseconds, which no text of a request is. */
function codeOfNumbers(shape: Omit<ColumnReference, 'counts'>): CellCoder {
  const { missing } = placesOf(shape);
  return (cell) => (cell === null ? missing : binOf(shape.edges, cell as number));
}

export function cellAt(column: Column, row: number): string | number | null {
  if (column.type === 'text') return column.codes[row] < 0 ? null : column.dictionary[column.codes[row]];
  const value = column.values[row];
  return Number.isNaN(value) || (column.type === 'boolean' && value === 2) ? null : value;
}

/** Texts are read as requests send them: their length, or the number that they hold. */
function numbersOf(cells: (string | number | null)[], shape: Omit<ColumnReference, 'counts'>): number[] {
  const read = createNumericReader(shape.reading);
  const numbers = cells.flatMap((cell) => {
    if (cell === null) return [];
    const value = typeof cell === 'number' ? cell : shape.form === 'length' ? cell.length : read(cell);
    return value instanceof CellError || Number.isNaN(value) ? [] : [value];
  });
  return numbers.sort((a, b) => a - b);
}

function spanOf(sorted: number[]): Pick<ColumnReference, 'edges' | 'range'> {
  const edges = edgesOf(sorted);
  return sorted.length === 0 ? { edges } : { edges, range: [sorted[0], sorted[sorted.length - 1]] };
}

function edgesOf(sorted: number[]): number[] {
  const edges = Array.from({ length: numberBins - 1 }, (_, place) => {
    const at = Math.ceil(((place + 1) / numberBins) * sorted.length) - 1;
    return sorted[Math.max(0, at)];
  });
  return [...new Set(edges)].filter((edge) => edge !== undefined && edge < sorted[sorted.length - 1]);
}

function valuesOf(cells: (string | number | null)[]) {
  const counts = new Map<string, number>();
  for (const cell of cells) if (cell !== null) counts.set(String(cell), (counts.get(String(cell)) ?? 0) + 1);
  const sorted = [...counts.keys()].sort((a, b) => counts.get(b)! - counts.get(a)!);
  const singles = sorted.filter((value) => counts.get(value) === 1).length;
  return { values: sorted.slice(0, mostValues), rarer: sorted.slice(mostValues, mostValues + mostRarer), singles };
}
