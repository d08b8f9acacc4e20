import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type DataEngine, openDataEngine } from '../../../server/src/platform/data/data-engine.ts';
import type { TableWarning } from '../../../server/src/platform/data/types.ts';
import { type Compared, compareWithMeant, type ReadTable } from '../../../server/test/meant-cells.ts';
import { preparePython } from '../python/environment.ts';
import { renderTable } from '../report/table.ts';
import { fetchRows } from '../service/sibyl.ts';
import { send } from './ways.ts';

/** The folders that the Python script writes. */
const ways = ['as it is', 'LF', 'semicolons', 'UTF-16', 'workbook', 'gzip'];
/** Tables that also go over HTTP, as they are. */
const mostSent = 100;
const requester = { project: 'prj_corpus', caller: 'key_corpus' };

type Records = string[][];
type ReadFile = (path: string, name: string) => Promise<ReadTable>;

/** Imports every table of a folder of CSV files in six ways, and compares all cells with what Python reads. */
export async function measureCorpus(source: string, every: number, folder: string, project: string): Promise<void> {
  const { interpreter, versions } = preparePython(['openpyxl']);
  const corpus = join(folder, 'corpus');
  execFileSync(interpreter, [join(import.meta.dirname, 'corpus.py'), source, corpus, String(every)]);
  const names = readdirSync(corpus).flatMap((file) => (file.endsWith('.json') ? [file.slice(0, -5)] : []));
  const engine = openDataEngine({ spillFolder: folder });
  const lines: string[][] = [];
  const faults: string[][] = [];
  try {
    const measure = async (label: string, way: string, some: readonly string[], read: ReadFile) => {
      const found = await compareAll(corpus, way, some, read);
      lines.push([label, ...countUp(found)]);
      faults.push(...found.flatMap(({ name, faults: [first] }) => (first ? [[name, label, first]] : [])));
    };
    for (const way of ways) await measure(way, way, names, (path) => readByEngine(engine, path, join(folder, 'out')));
    const sent = names.filter((_, index) => index % Math.ceil(names.length / mostSent) === 0);
    await measure('over HTTP', ways[0], sent, (path, name) => readOverHttp(project, path, name));
  } finally {
    await engine.close();
  }
  console.log(`\n${renderTable(['way', 'tables', 'refused', 'different', 'lines left out and said'], lines)}`);
  console.log(`Compared with ${versions.join(', ')}.`);
  if (faults.length === 0) return;
  console.log(`\n${renderTable(['table', 'way', 'first fault'], faults)}`);
  process.exitCode = 1;
}

interface Found extends Compared {
  name: string;
  faults: string[];
  isRefused: boolean;
}

async function compareAll(corpus: string, way: string, names: readonly string[], read: ReadFile): Promise<Found[]> {
  const found: Found[] = [];
  for (const name of names) {
    const meant = JSON.parse(readFileSync(join(corpus, `${name}.json`), 'utf8')) as Records;
    try {
      const table = await read(join(corpus, way, name), name);
      const compared = compareWithMeant(table, meant, way === 'workbook' ? 'rows' : 'lines');
      found.push({ name, ...compared, faults: compared.differences, isRefused: false });
    } catch (error) {
      found.push({ name, differences: [], said: [], faults: [(error as Error).message], isRefused: true });
    }
  }
  return found;
}

function countUp(found: readonly Found[]): string[] {
  const refused = found.filter(({ isRefused }) => isRefused);
  const different = found.filter(({ differences }) => differences.length > 0);
  return [found, refused, different, found.filter(({ said }) => said.length > 0)].map(({ length }) => String(length));
}

async function readByEngine(engine: DataEngine, path: string, outputPath: string): Promise<ReadTable> {
  try {
    const { columns, warnings, rowCount } = await engine.importFile({ path, outputPath }, requester);
    const parts = [{ path: outputPath, rowCount }];
    const rows = await engine.readImported({ parts, columns, offset: 0, limit: rowCount }, requester);
    return { columns, warnings, rows: rows.map((row) => columns.map(({ name }) => row[name])) };
  } finally {
    rmSync(outputPath, { force: true });
  }
}

async function readOverHttp(project: string, path: string, name: string): Promise<ReadTable> {
  const tables = `${project}/tables`;
  const table = `corpus-${name}`;
  const body = new Uint8Array(readFileSync(path));
  const answer = (await send(`${tables}?name=${table}`, body, 'text/csv')) as Pick<ReadTable, 'columns'> & {
    warnings: TableWarning[];
  };
  const rows = await fetchRows(`${tables}/${table}`);
  return { ...answer, rows: rows.map((row) => answer.columns.map((column) => row[column.name])) };
}
