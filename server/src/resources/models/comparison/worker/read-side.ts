import { keepHeldOut } from '@sibyl/engine/held-out/keep-held-out.ts';
import type { HeldOut, Model } from '@sibyl/engine/model.ts';
import type { Column, Table, TableSource } from '@sibyl/engine/table.ts';
import type { EngineLimits } from '../../../../platform/data/worker/duckdb.ts';
import { openTableSource } from '../../../../platform/data/worker/table-source.ts';
import { askedCell } from '../../monitoring/worker/asked-cell.ts';
import { loadFile } from '../../serving/load-file.ts';
import type { ComparedFiles } from '../figures.ts';

/** A version and the rows that it learned from; these are unknown of an imported one. */
export interface Side {
  model: Model;
  source: TableSource | undefined;
}

/** Most cells that are read of a table: wide ones are compared on fewer rows. */
const mostCells = 10_000_000;

export async function openSide({ modelPath, snapshotPath }: ComparedFiles, limits: EngineLimits): Promise<Side> {
  const { model } = await loadFile(modelPath);
  return { model, source: snapshotPath === null ? undefined : await openTableSource(snapshotPath, limits) };
}

/** Held-out rows of a version with the answers that it would give now, and their cells. */
export interface HeldRows {
  held: HeldOut;
  table: Table;
  keys: string[];
}

/** Reads the held-out rows of a version; undefined where none are known. `names` are the columns that make a row. */
export async function readHeldRows({ model, source }: Side, names: readonly string[]): Promise<HeldRows | undefined> {
  if (!model.heldOut || !source) return undefined;
  const kept = keepHeldOut(model.heldOut, Math.floor(mostCells / source.columns.length));
  const { table } = await source.readSample(kept.rows);
  return { held: settle(kept, model), table, keys: keysOf(table, names) };
}

/** A threshold that was chosen after the training decides the answers. */
function settle(held: HeldOut, { description: { chosen } }: Model): HeldOut {
  const { chances } = held;
  if (!chosen || !chances) return held;
  return { ...held, answers: chances.map((chance) => (chance >= chosen.threshold ? 1 : 0)) };
}

/** Returns the keys of all rows that a version learned from; undefined where these are unknown or too many. */
export async function readKnownKeys({ source }: Side, names: readonly string[]): Promise<Set<string> | undefined> {
  if (!source || source.rowCount * source.columns.length > mostCells) return undefined;
  return new Set(keysOf(await source.readWhole(), names));
}

/** The columns that both tables have: equal rows are equal in these. Those of the only table where one is unknown. */
export function sharedColumns(one: Side, other: Side): string[] {
  const [names, others] = [one, other].map(({ source }) => source?.columns.map(({ name }) => name));
  return (names ?? others ?? []).filter((name) => others?.includes(name) ?? true);
}

/** Returns the cells of a row as a request would send them. */
export function rowsOf({ rowCount, columns }: Table): Record<string, unknown>[] {
  return Array.from({ length: rowCount }, (_, row) =>
    Object.fromEntries(columns.map((column) => [column.name, askedCell(column, row)])),
  );
}

/** Returns a key for each row; equal rows have the same. */
function keysOf({ rowCount, columns }: Table, names: readonly string[]): string[] {
  const read = names.map((name) => columns.find((column) => column.name === name) as Column);
  return Array.from({ length: rowCount }, (_, row) =>
    read.map((column) => askedCell(column, row) ?? '').join('\u0001'),
  );
}
