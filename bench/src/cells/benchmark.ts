import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { makeScratchFolder } from '../process/scratch.ts';
import type { Benchmark } from '../report/benchmark.ts';
import { describeRun } from '../report/machine.ts';
import { readInteger } from '../report/options.ts';
import { renderTable } from '../report/table.ts';
import { startSibyl } from '../service/sibyl.ts';
import { generateFile } from './generated.ts';
import { appendRows, differences, importTable, linesOf, predictDifferences, type Row } from './ways.ts';

export const cellsBenchmark: Benchmark = {
  summary: 'Whether each cell of real and generated files means the same by every way into the service.',
  usage: '[--data DIR] [--files 100] [--rows 3000]',
  run: measureCells,
};

interface GivenFile {
  name: string;
  text: string;
  /** What the cells mean, where that is known. */
  truth?: readonly Row[];
}

async function measureCells(options: string[]): Promise<void> {
  const { values } = parseArgs({
    args: options,
    options: {
      data: { type: 'string' },
      files: { type: 'string', default: '100' },
      rows: { type: 'string', default: '3000' },
    },
  });
  const count = readInteger('--files', values.files, 0, 10_000);
  const most = readInteger('--rows', values.rows, 10, 1_000_000);
  console.log(describeRun('cells', options, []));
  const { base } = await startSibyl({
    dataDirectory: join(makeScratchFolder(), 'sibyl'),
    environment: { SIBYL_SAMPLE: '0' },
  });
  const tables = await makeTablesAddress(base);
  const files = [...(values.data ? readFiles(values.data, most) : []), ...makeFiles(count)];
  const found: string[][] = [];
  for (const file of files) found.push([file.name, ...(await compareWays(tables, file))]);
  const bad = found.filter((cells) => cells.slice(1).some((cell) => cell !== '0'));
  console.log(`${files.length} files, ${files.length - bad.length} of them read alike by every way.\n`);
  const header = ['file', 'truth', 'append', 'raw strings', 'typed rows', 'predict raw', 'first difference'];
  if (bad.length > 0) console.log(renderTable(header, bad));
  if (bad.length > 0) process.exitCode = 1;
}

/** The first rows of each CSV; quoted line ends are not cut. */
function readFiles(folder: string, most: number): GivenFile[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.csv'));
  return names.map((name) => {
    const lines = readFileSync(join(folder, name), 'utf8').split('\n');
    let end = Math.min(lines.length, most + 1);
    while (end < lines.length && (lines.slice(0, end).join('\n').split('"').length - 1) % 2 === 1) end += 1;
    return { name: name.replace('.csv', ''), text: lines.slice(0, end).join('\n') };
  });
}

export function makeFiles(count: number): GivenFile[] {
  return Array.from({ length: count }, (_, seed) => {
    const { text, rows } = generateFile(seed);
    return { name: `generated-${seed}`, text, truth: rows };
  });
}

/** A project of its own: the service answers before a first start has made its default one. */
export async function makeTablesAddress(base: string): Promise<string> {
  const body = JSON.stringify({ name: 'cells' });
  const made = await fetch(`${base}/api/projects`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  if (!made.ok) throw new Error(await made.text());
  return `${base}/api/projects/cells/tables`;
}

/** How many cells differ, way by way, and the first of them. */
export async function compareWays(tables: string, { name, text, truth }: GivenFile): Promise<string[]> {
  const csv = 'text/csv';
  const ndjson = 'application/x-ndjson';
  try {
    const table = await importTable(tables, name, text, csv);
    const types = Object.fromEntries(table.columns.map((column) => [column.name, 'text']));
    const said = `&types=${encodeURIComponent(JSON.stringify(types))}`;
    const raw = (await importTable(tables, `${name}-raw`, text, csv, said)).rows;
    const rows = table.rows.length;
    const twice = (await appendRows(table, text, csv)).slice(rows);
    const strings = (await appendRows(table, linesOf(raw), ndjson)).slice(2 * rows);
    const typed = (await appendRows(table, linesOf(table.rows), ndjson)).slice(3 * rows);
    const found = [
      truth ? differences(truth, table.rows) : [],
      differences(table.rows, twice),
      differences(table.rows, strings),
      differences(table.rows, typed),
      predictDifferences(table, raw),
    ];
    return [...found.map(({ length }) => String(length)), found.flat()[0] ?? '0'];
  } catch (error) {
    return ['', '', '', '', '', error instanceof Error ? error.message : String(error)];
  }
}
