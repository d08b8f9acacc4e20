import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRandom, rowNumbers, shuffle } from '@sibyl/engine/random.ts';
import type { Column, Table } from '@sibyl/engine/table.ts';
import { cellOf, pickRows, readCsv, takeRows } from '../accuracy/csv.ts';
import type { Scenario, World } from './worlds.ts';

const [mostKnown, mostFresh] = [1500, 3000];

/**
 * Scenarios of CSV files: `diamonds=price` is a file and its target. Half of the rows are learned from, at most 1,500;
 * of `RiceFarms=price/id` half of the farms, and new ones are asked.
 */
export function realScenarios(folder: string, files: readonly string[]): Record<string, Scenario> {
  return Object.fromEntries(files.map((file) => scenarioOf(folder, file)));
}

function scenarioOf(folder: string, file: string): [string, Scenario] {
  const [name, asked] = file.split('=');
  const [target, entity] = (asked ?? '').split('/');
  const path = join(folder, `${name}.csv`);
  if (!target || !existsSync(path))
    throw new Error(`--files ${file}: say a CSV of ${folder} and its target, name=target or name=target/entity`);
  const table = readCsv(readFileSync(path, 'utf8'));
  const column = columnOf(table, target);
  const rows = rowNumbers(table.rowCount).filter((row) => cellOf(column, row) !== null);
  if (entity === undefined) return [name, { draw: (seed) => dealRows(table, rows, seed), request: { target } }];
  const draw: Scenario['draw'] = (seed) => dealEntities(table, rows, columnOf(table, entity), seed);
  return [`${name}, new ${entity}`, { draw, request: { target, validate: { group: entity } } }];
}

function columnOf(table: Table, name: string): Column {
  const column = table.columns.find((one) => one.name === name);
  if (!column) throw new Error(`--files: there is no column ${name}`);
  return column;
}

function dealRows(table: Table, rows: Int32Array, seed: number): World {
  const order = shuffle(rows.slice(), createRandom(seed));
  const known = new Set(order.subarray(0, Math.min(mostKnown, order.length >> 1)));
  const fresh = new Set(order.subarray(known.size, known.size + mostFresh));
  return { known: pickRows(table, (row) => known.has(row)), fresh: pickRows(table, (row) => fresh.has(row)) };
}

/** Deals half of the entities to the known rows; rows of one of them follow each other among the fresh ones. */
function dealEntities(table: Table, rows: Int32Array, entity: Column, seed: number): World {
  const nameOf = (row: number) => String(cellOf(entity, row));
  const names = [...new Set(Array.from(rows, nameOf))];
  const order = shuffle(rowNumbers(names.length), createRandom(seed));
  const rowsOf = Map.groupBy(rows, nameOf);
  const take = (places: Int32Array, most: number) =>
    Int32Array.from([...places].flatMap((place) => rowsOf.get(names[place]) ?? []).slice(0, most));
  const known = new Set(take(order.subarray(0, names.length >> 1), mostKnown));
  const fresh = take(order.subarray(names.length >> 1), mostFresh);
  return { known: pickRows(table, (row) => known.has(row)), fresh: takeRows(table, fresh), areClustered: true };
}
