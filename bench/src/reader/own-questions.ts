import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateHomeRentals } from '../../../server/src/operations/sample/home-rentals.ts';
import { type DataEngine, openDataEngine } from '../../../server/src/platform/data/data-engine.ts';
import type { Profile } from '../../../server/src/questions/profile.ts';
import firstHalf from '../../../server/test/questions/first-half.json' with { type: 'json' };
import fourthSet from '../../../server/test/questions/fourth-set.json' with { type: 'json' };
import otherQuestions from '../../../server/test/questions/other-tables.json' with { type: 'json' };
import { otherTables } from '../../../server/test/questions/other-tables.ts';
import secondHalf from '../../../server/test/questions/second-half.json' with { type: 'json' };
import thirdSet from '../../../server/test/questions/third-set.json' with { type: 'json' };
import { makeScratchFolder } from '../process/scratch.ts';
import { type Example, foldCount, withValues } from './examples.ts';

const requester = { project: 'prj_bench', caller: 'key_bench' };
const limits = { maxRows: 1000, timeoutMs: 20_000, memoryBytes: 256 << 20 };

interface Asked {
  ask: readonly string[];
  sql?: string;
}

/** The development questions of the service that are of one turn and have an answer, with their tables. */
export async function ownQuestions(): Promise<{ tables: Map<string, Profile>; examples: Example[] }> {
  const scratch = makeScratchFolder();
  const engine = openDataEngine({ spillFolder: scratch });
  const rows = { home_rentals: generateHomeRentals(5000, 4747), ...otherTables };
  const tables = new Map<string, Profile>();
  const parts: Record<string, { path: string; rowCount: number }[]> = {};
  for (const [name, own] of Object.entries(rows)) {
    const path = join(scratch, `${name}.json`);
    writeFileSync(path, JSON.stringify(own));
    const { profile, part } = await importTable(engine, name, path);
    tables.set(name, profile);
    parts[name] = [part];
  }
  const asked: Asked[] = [...firstHalf, ...secondHalf, ...thirdSet, ...fourthSet, ...otherQuestions];
  const examples: Example[] = [];
  for (const { ask, sql } of asked) {
    const table = [...tables.keys()].find((name) => new RegExp(`from ${name}\\b`, 'i').test(sql ?? ''));
    if (ask.length !== 1 || !sql || !table) continue;
    const found = await engine.runQuery({ sql, tables: parts, ...limits }, requester);
    const cells = found.rows.flat().filter((cell) => cell !== null);
    if (cells.length === 0 || cells.length > 60) continue;
    const id = `own-${examples.length}`;
    examples.push({
      id,
      file: table,
      question: ask[0],
      answer: cells.map(String).join('|'),
      fold: examples.length % foldCount,
      isOwn: true,
      weight: 4,
    });
  }
  await engine.close();
  return { tables, examples };
}

async function importTable(engine: DataEngine, name: string, path: string) {
  const outputPath = `${path}.parquet`;
  const { columns, rowCount } = await engine.importFile({ path, outputPath, format: 'json' }, requester);
  const part = { path: outputPath, rowCount };
  const rows = await engine.readRows({ parts: [part], columns, offset: 0, limit: rowCount }, requester);
  const cells = rows.map((row) => columns.map((column) => row[column.name]));
  const profile: Profile = { name, row_count: rowCount, columns: withValues(columns, cells, 200), sample: cells };
  return { profile, part };
}
