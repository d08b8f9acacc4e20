import type { DuckDBConnection } from '@duckdb/node-api';
import type { SeenCell } from '@sibyl/engine/readings/tally.ts';
import type { TextSource } from './text-source.ts';
import { textAt } from './vectors.ts';

const sampleRows = 20_000;
const cellsInSample = 2_000_000;
/** Maximum stored characters of a column; longer cells are prose. */
const mostCharacters = 4_000_000;
/** Columns per statement: the planner's time grows with the square of the statement's length. */
const columnsAtOnce = 256;

/** The distinct cells of the first rows of a column, trimmed and without empty ones. */
export interface SeenColumn {
  cells: SeenCell[];
  /** Whether these are all cells of the column. */
  isWhole: boolean;
}

export async function lookAtCells(connection: DuckDBConnection, source: TextSource): Promise<SeenColumn[]> {
  const { from, fields, typed, rowCount } = source;
  const rows = Math.min(sampleRows, Math.ceil(cellsInSample / fields.length));
  const seen: SeenColumn[] = [];
  for (let first = 0; first < fields.length; first += columnsAtOnce) {
    const some = fields.slice(first, first + columnsAtOnce);
    const flags = typed?.slice(first, first + columnsAtOnce).map((flag) => `CASE WHEN ${flag} THEN '1' ELSE '' END`);
    const collectors = some.map(() => new Collector());
    const sql = `SELECT ${[...some, ...(flags ?? [])].join(', ')} FROM ${from} LIMIT ${rows}`;
    for await (const chunk of await connection.stream(sql))
      for (const [place, collector] of collectors.entries()) {
        const cells = chunk.getColumnVector(place);
        const marks = flags && chunk.getColumnVector(some.length + place);
        for (let row = 0; row < chunk.rowCount; row += 1)
          collector.take(textAt(cells, row), marks !== undefined && textAt(marks, row) === '1');
      }
    seen.push(...collectors.map((collector) => collector.finish(rowCount <= rows && rowCount >= 0)));
  }
  return seen;
}

class Collector {
  private readonly known = new Map<string, SeenCell>();
  private characters = 0;

  take(text: string | null, isTyped: boolean): void {
    if (text === null || this.characters > mostCharacters) return;
    const trimmed = text.trim();
    if (trimmed === '') return;
    const key = isTyped ? `\u0000${trimmed}` : trimmed;
    const known = this.known.get(key);
    if (known) known.count += 1;
    else this.known.set(key, { text: trimmed, count: 1, isTyped });
    this.characters += known ? 0 : trimmed.length;
  }

  finish(hasAllRows: boolean): SeenColumn {
    return { cells: [...this.known.values()], isWhole: hasAllRows && this.characters <= mostCharacters };
  }
}
