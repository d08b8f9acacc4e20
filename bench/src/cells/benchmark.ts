import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { columnNames, dialectFiles } from '../../../server/test/dialect-files.ts';
import { selectTexts, writeParquetFile } from '../../../server/test/parquet-file.ts';
import { makeScratchFolder } from '../process/scratch.ts';
import type { Benchmark } from '../report/benchmark.ts';
import { describeRun } from '../report/machine.ts';
import { readInteger } from '../report/options.ts';
import { renderTable } from '../report/table.ts';
import { startSibyl } from '../service/sibyl.ts';
import { compareAnswers } from './asked.ts';
import { measureCorpus } from './corpus.ts';
import { generateFile } from './generated.ts';
import { appendRows, differences, importTable, linesOf, type Row, send } from './ways.ts';

export const cellsBenchmark: Benchmark = {
  summary: 'Whether each cell of real and generated files means the same on every path into the service.',
  usage: '[--data DIR] [--files 100] [--dialects 180] [--rows 3000] [--asked 20] [--corpus DIR [--every 1]]',
  run: measureCells,
};

interface GivenFile {
  name: string;
  content: string | Buffer<ArrayBuffer>;
  /** Query string of the upload. */
  said?: string;
  /** The intended values, if known. */
  truth?: readonly Row[];
}

/** Cells that a path reads differently from the import; undefined when the path was not taken. */
type Found = string[] | undefined;
const cellWays = ['truth', 'append', 'raw strings', 'typed rows', 'Parquet'];
const askedWays = ['predict raw', 'predict ""', 'predict absent', 'from.rows'];

async function measureCells(options: string[]): Promise<void> {
  const { values } = parseArgs({
    args: options,
    options: {
      data: { type: 'string' },
      files: { type: 'string', default: '100' },
      dialects: { type: 'string', default: '180' },
      rows: { type: 'string', default: '3000' },
      asked: { type: 'string', default: '20' },
      corpus: { type: 'string' },
      every: { type: 'string', default: '1' },
    },
  });
  const count = readInteger('--files', values.files, 0, 10_000);
  const most = readInteger('--rows', values.rows, 10, 1_000_000);
  const dialectCount = readInteger('--dialects', values.dialects, 0, 10_000);
  const askedCount = readInteger('--asked', values.asked, 0, 10_000);
  console.log(describeRun('cells', options, []));
  const folder = makeScratchFolder();
  const { base } = await startSibyl({
    dataDirectory: join(folder, 'sibyl'),
    environment: { SIBYL_SAMPLE: '0' },
  });
  const project = await makeProject(base);
  const real = values.data ? readFiles(values.data, most) : [];
  const files = [...real, ...makeFiles(count), ...makeDialectFiles(dialectCount)];
  const results: { name: string; found: Found[]; error?: string }[] = [];
  for (const [place, file] of files.entries()) {
    // Trainings take longest, so only some files of each kind are trained on.
    const isAsked = place < askedCount || (place >= real.length && place < real.length + askedCount);
    results.push({ name: file.name, ...(await compareWays(project, file, folder, isAsked)) });
  }
  report(results);
  if (values.corpus)
    await measureCorpus(values.corpus, readInteger('--every', values.every, 1, 10_000), folder, project);
}

function report(results: readonly { name: string; found: readonly Found[]; error?: string }[]): void {
  const ways = [...cellWays, ...askedWays];
  const gone = ways.map((way, index) => {
    const some = results.flatMap(({ found }) => (found[index] === undefined ? [] : [found[index]]));
    return [way, String(some.length), String(some.filter(({ length }) => length === 0).length)];
  });
  console.log(renderTable(['way', 'files', 'alike'], gone));
  const bad = results.filter(({ found, error }) => error !== undefined || found.some((some) => some?.length));
  if (bad.length === 0) return;
  const first = bad.map(({ name, found, error }) => {
    const way = found.findIndex((some) => some?.length);
    return [name, error === undefined ? ways[way] : 'refused', error ?? String(found[way]?.[0])];
  });
  console.log(`\n${renderTable(['file', 'way', 'first difference'], first)}`);
  process.exitCode = 1;
}

/** Reads the first rows of each CSV; quoted line breaks are not split. */
function readFiles(folder: string, most: number): GivenFile[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.csv'));
  return names.map((name) => {
    const lines = readFileSync(join(folder, name), 'utf8').split('\n');
    let end = Math.min(lines.length, most + 1);
    while (end < lines.length && (lines.slice(0, end).join('\n').split('"').length - 1) % 2 === 1) end += 1;
    return { name: name.replace('.csv', ''), content: lines.slice(0, end).join('\n') };
  });
}

export function makeFiles(count: number): GivenFile[] {
  return Array.from({ length: count }, (_, seed) => {
    const { text, rows } = generateFile(seed);
    return { name: `generated-${seed}`, content: text, truth: rows };
  });
}

/** Returns some of the dialect files of the service's tests, spread over all kinds. */
export function makeDialectFiles(count: number): GivenFile[] {
  const step = Math.max(1, dialectFiles.length / Math.max(count, 1));
  const some = dialectFiles.filter(
    (_, index) => count > 0 && Math.floor(index / step) > Math.floor((index - 1) / step),
  );
  return some.map(({ content, options, rows, warnings }, index) => {
    const { encoding, skipRows, headerRow } = options;
    const said = Object.entries({ encoding, skip_rows: skipRows, header_row: headerRow })
      .flatMap(([name, value]) => (value === undefined ? [] : [`&${name}=${value}`]))
      .join('');
    const names = warnings.includes('header_absent')
      ? columnNames.map((_, place) => `column_${place + 1}`)
      : columnNames;
    const truth = rows.map((row) => Object.fromEntries(names.map((name, place) => [name, row[place]])));
    return { name: `dialect-${index}`, content: Buffer.from(content), said, truth };
  });
}

/** Creates a project, because the service answers before a first start has created the default one. */
export async function makeProject(base: string): Promise<string> {
  await send(`${base}/api/projects`, JSON.stringify({ name: 'cells' }));
  return `${base}/api/projects/cells`;
}

/** Returns the differences per path, or why the service refused the file. */
export async function compareWays(
  project: string,
  { name, content, said = '', truth }: GivenFile,
  folder: string,
  isAsked: boolean,
): Promise<{ found: Found[]; error?: string }> {
  const csv = 'text/csv';
  const ndjson = 'application/x-ndjson';
  const tables = `${project}/tables`;
  try {
    const table = await importTable(tables, name, content, csv, said);
    const names = table.columns.map((column) => column.name);
    const types = JSON.stringify(Object.fromEntries(names.map((column) => [column, 'text'])));
    const raw = (await importTable(tables, `${name}-raw`, content, csv, `${said}&types=${encodeURIComponent(types)}`))
      .rows;
    const asked = isAsked ? await compareAnswers(`${project}/models`, name, table, raw) : undefined;
    const rows = table.rows.length;
    const twice = (await appendRows(table, content, csv, said.replace('&', '?'))).slice(rows);
    const strings = (await appendRows(table, linesOf(raw), ndjson)).slice(2 * rows);
    const typed = (await appendRows(table, linesOf(table.rows), ndjson)).slice(3 * rows);
    writeFileSync(join(folder, 'raw.ndjson'), linesOf(raw));
    const select = selectTexts(names, join(folder, 'raw.ndjson'));
    const bytes = Buffer.from(await writeParquetFile(select, join(folder, 'raw.parquet'), folder));
    const parquet = await importTable(tables, `${name}-parquet`, bytes, 'application/vnd.apache.parquet');
    const found = [truth, twice, strings, typed, parquet.rows].map((other) => other && differences(table.rows, other));
    return { found: [...found, ...(asked ?? [])] };
  } catch (error) {
    return { found: [], error: error instanceof Error ? error.message : String(error) };
  }
}
