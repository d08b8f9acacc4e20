import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRandom, rowNumbers, shuffle } from '@sibyl/engine/random.ts';
import { cellOf, pickRows, readCsv } from '../accuracy/csv.ts';
import type { Scenario } from './worlds.ts';

const [mostKnown, mostFresh] = [1500, 3000];

/** Scenarios of CSV files: `diamonds=price` is a file and its target. Half of the rows are learned from, at most 1,500. */
export function realScenarios(folder: string, files: readonly string[]): Record<string, Scenario> {
  return Object.fromEntries(files.map((file) => scenarioOf(folder, file)));
}

function scenarioOf(folder: string, file: string): [string, Scenario] {
  const [name, target] = file.split('=');
  const path = join(folder, `${name}.csv`);
  if (!target || !existsSync(path))
    throw new Error(`--files ${file}: say a CSV of ${folder} and its target, name=target`);
  const table = readCsv(readFileSync(path, 'utf8'));
  const column = table.columns.find((one) => one.name === target);
  if (!column) throw new Error(`${file}: there is no such column`);
  const draw: Scenario['draw'] = (seed) => {
    const rows = shuffle(rowNumbers(table.rowCount), createRandom(seed)).filter((row) => cellOf(column, row) !== null);
    const known = new Set(rows.subarray(0, Math.min(mostKnown, rows.length >> 1)));
    const fresh = new Set(rows.subarray(known.size, known.size + mostFresh));
    return { known: pickRows(table, (row) => known.has(row)), fresh: pickRows(table, (row) => fresh.has(row)) };
  };
  return [name, { draw, request: { target } }];
}
