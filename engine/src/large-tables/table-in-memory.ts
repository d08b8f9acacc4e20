import type { ChunkCells, Column, ColumnReading, ColumnSummary, Table, TableSource } from '../table.ts';

const chunkRows = 4096;

/** Reads a table in memory as if it were in storage. */
export function sourceOf(table: Table): TableSource {
  const { rowCount, columns } = table;
  return {
    rowCount,
    columns,
    readWhole: async () => table,
    readSample: async (rows) => ({ table: pickRows(table, rows), summaries: columns.map(summarise) }),
    async *readChunks(readings) {
      const readers = readings.map((reading) => readerOf(columns, reading));
      for (let start = 0; start < rowCount; start += chunkRows) {
        const end = Math.min(rowCount, start + chunkRows);
        yield { rowCount: end - start, columns: readers.map((read) => read(start, end)) };
      }
    },
  };
}

export function pickRows({ columns, rows: numbers }: Table, rows: Int32Array): Table {
  const picked = columns.map((column): Column => {
    if (column.type === 'text') return { ...column, codes: rows.map((row) => column.codes[row]) };
    if (column.type === 'boolean') return { ...column, values: Uint8Array.from(rows, (row) => column.values[row]) };
    return { ...column, values: Float64Array.from(rows, (row) => column.values[row]) };
  });
  return { rowCount: rows.length, rows: numbers ? rows.map((row) => numbers[row]) : rows, columns: picked };
}

function summarise(column: Column): ColumnSummary {
  const numbers = column.type !== 'text';
  const cells = column.type === 'text' ? column.codes : column.values;
  const [isMissing, rowCount] = [missingIn(column), cells.length];
  let [missing, min, max] = [0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let row = 0; row < rowCount; row++) {
    const cell = cells[row];
    if (isMissing(cell)) missing += 1;
    else if (numbers) [min, max] = [Math.min(min, cell), Math.max(max, cell)];
  }
  const limits = min <= max ? { min, max } : { min: Number.NaN, max: Number.NaN };
  return { missing, ...limits };
}

function missingIn(column: Column): (cell: number) => boolean {
  if (column.type === 'text') return (code) => code < 0;
  return column.type === 'boolean' ? (value) => value > 1 : (value) => !Number.isFinite(value);
}

function readerOf(columns: readonly Column[], reading: ColumnReading): (start: number, end: number) => ChunkCells {
  const column = columns.find(({ name }) => name === reading.name);
  if (!column) throw new RangeError(`There is no column "${reading.name}" to read.`);
  if (column.type !== 'text') {
    const [values, isMissing] = [column.values, missingIn(column)];
    return (start, end) =>
      Float64Array.from(values.subarray(start, end), (value) => (isMissing(value) ? Number.NaN : value));
  }
  const { codes, dictionary } = column;
  if (reading.as === 'texts')
    return (start, end) => Array.from(codes.subarray(start, end), (code) => (code < 0 ? null : dictionary[code]));
  const places = new Map(reading.as === 'codes' ? reading.dictionary.map((text, place) => [text, place]) : []);
  const placeOf = Float64Array.from(dictionary, (text) => places.get(text) ?? places.size);
  return (start, end) =>
    Float64Array.from(codes.subarray(start, end), (code) => (code < 0 ? Number.NaN : placeOf[code]));
}
