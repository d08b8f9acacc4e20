import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TreeFeature } from '@sibyl/engine/trees/state/binned-features.ts';
import type { Dataset } from './dataset.ts';
import { makeAdultLike } from './synthetic.ts';

/** Loads UCI Adult from `adult.csv` in `folder` (48,842 rows, column `class`), or generates a table of its shape. */
export function loadAdult(folder: string | undefined): Dataset {
  if (folder === undefined) return makeAdultLike();
  const file = join(folder, 'adult.csv');
  if (!existsSync(file)) throw new Error(`--data must name a folder with adult.csv; ${file} is not there.`);
  const [header, ...lines] = readFileSync(file, 'utf8').trim().split(/\r?\n/);
  const names = header.split(',');
  const target = names.indexOf('class');
  // Held-out rows come last: those with index % 5 == 4.
  const learned = lines.filter((_, index) => index % 5 !== 4);
  const rows = [...learned, ...lines.filter((_, index) => index % 5 === 4)].map((line) => line.split(','));
  const cellsOf = (column: number) => rows.map((cells) => cells[column]);
  return {
    name: 'adult',
    task: 'binary',
    trainCount: learned.length,
    features: names.flatMap((name, column) => (column === target ? [] : readFeature(name, cellsOf(column)))),
    targets: Float64Array.from(cellsOf(target), (cell) => (cell === '>50K' ? 1 : 0)),
  };
}

function readFeature(name: string, cells: readonly string[]): TreeFeature {
  const values = Float64Array.from(cells, (cell) => (cell === '' ? Number.NaN : Number(cell)));
  if (cells.every((cell, row) => cell === '' || !Number.isNaN(values[row]))) return { name, kind: 'number', values };
  const codeOf = new Map([...new Set(cells)].filter((cell) => cell !== '').map((cell, code) => [cell, code]));
  const codes = Int32Array.from(cells, (cell) => codeOf.get(cell) ?? -1);
  return { name, kind: 'category', codes, categoryCount: codeOf.size };
}
