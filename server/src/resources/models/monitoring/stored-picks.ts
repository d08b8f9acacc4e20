import { setImmediate as turn } from 'node:timers/promises';
import type { DrawnRow } from '../serving/picks.ts';
import type { CellCoder } from './reference.ts';
import { hashRowId, idColumns, isRowId } from './row-id.ts';
import { cellsKeeper } from './sample/kept-cells.ts';
import type { MonitorSettings } from './settings.ts';
import type { StoredShadow } from './shadow/stored-shadow.ts';
import { at, type StoredPick } from './stored-pick.ts';

/** Rows whose cells are read at a time, within some milliseconds. */
const readAtOnce = 100;
/** Longest text of all cells that are kept of the rows of a part, and of a window. */
const mostSampleBytes = 1024 * 1024;

/** How drawn rows of a version are read. */
interface Reading {
  settings: MonitorSettings;
  /** Columns of the cells; the first ones have a coder each. */
  columns: readonly string[];
  coders: readonly CellCoder[];
}

/** Returns what is stored of drawn rows. Cells are read in steps, because others wait meanwhile. */
export async function storedPicks(
  reading: Reading,
  drawn: readonly DrawnRow[],
  shadows: ReadonlyMap<DrawnRow, StoredShadow>,
): Promise<StoredPick[]> {
  const { coders } = reading;
  const idOf = idReader(reading);
  const sampleOf = sampler(reading, drawn);
  const bins = Buffer.alloc(coders.length);
  const stored: StoredPick[] = [];
  for (const row of drawn) {
    if (stored.length % readAtOnce === readAtOnce - 1) await turn();
    for (let place = 0; place < coders.length; place += 1) bins[place] = coders[place](row.cells[place]);
    const codes = bins.toString('base64');
    const [confidence, lower, upper] = [orNull(row.confidence), orNull(row.lower), orNull(row.upper)];
    const pick: StoredPick = [row.key, row.value, confidence, lower, upper, codes, idOf(row), sampleOf(row)];
    const shadow = shadows.get(row);
    if (shadow) pick[at.shadow] = shadow;
    stored.push(pick);
  }
  return stored;
}

function orNull(figure: number): number | null {
  return Number.isNaN(figure) ? null : figure;
}

function idReader({ settings, columns, coders }: Reading): (row: DrawnRow) => string | null {
  const inputs = columns.slice(0, coders.length);
  const places = idColumns(inputs, settings.id_column).map((name) => columns.indexOf(name));
  return ({ cells }) => {
    const id = places.map((place) => cells[place]).find(isRowId);
    return id === undefined ? null : hashRowId(id);
  };
}

/** Returns the cells of the rows that are kept as they were sent: those with the smallest keys. */
function sampler({ settings, columns, coders }: Reading, drawn: readonly DrawnRow[]): (row: DrawnRow) => string | null {
  const { sample_rows, exclude } = settings;
  const keep = cellsKeeper({ columns, inputs: coders.length, exclude });
  const keys = drawn.map(({ key }) => key).sort((a, b) => a - b);
  const from = keys[sample_rows] ?? 1;
  let bytes = 0;
  return ({ key, cells }) => {
    if (key >= from || bytes > mostSampleBytes) return null;
    const kept = keep(cells);
    bytes += kept.length;
    return kept;
  };
}

/** Forgets the cells of all picks of a window but the first ones: each of its many parts brings some. */
export function keepSample(picks: readonly StoredPick[], { sample_rows }: MonitorSettings): StoredPick[] {
  let bytes = 0;
  return picks.map((pick, index) => {
    const cells = pick[at.cells];
    if (cells === null) return pick;
    if (index < sample_rows && bytes <= mostSampleBytes) {
      bytes += cells.length;
      return pick;
    }
    return pick.toSpliced(at.cells, 1, null) as StoredPick;
  });
}
