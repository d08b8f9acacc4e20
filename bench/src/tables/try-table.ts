import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRandom } from '@sibyl/engine/random.ts';
import { ask, isRefused, problemOf } from './ask.ts';
import { compareTable, type ImportedTable } from './compare.ts';
import type { Finding } from './finding.ts';
import { describeAll, learn, predictRows, predictSteps } from './learn.ts';
import type { KnownFile } from './packages.ts';
import { findSeries } from './time-column.ts';

export interface Tried {
  name: string;
  rows?: number;
  columns?: string[];
  warnings?: string[];
  /** Targets with task and accuracy. */
  learned: string[];
  found: Finding[];
  seconds: number;
}

export interface Trial {
  /** URL of the project. */
  project: string;
  folder: string;
  seed: number;
  /** Seconds of each training; 0 imports only. */
  budget: number;
}

const types: Record<string, string> = { csv: 'text/csv', tsv: 'text/tab-separated-values', json: 'application/json' };

/** Imports one file, compares it with pandas, and learns and asks about one of its columns. */
export async function tryTable(trial: Trial, known: KnownFile): Promise<Tried> {
  const started = performance.now();
  const tried: Tried = { name: known.name, learned: [], found: [], seconds: 0 };
  const type = types[known.file.split('.').at(-1) ?? ''];
  const content = new Uint8Array(readFileSync(join(trial.folder, known.file)));
  const answer = await ask(`${trial.project}/tables?name=${known.name}`, content, type);
  if (isRefused(answer)) {
    const kind = answer.status >= 500 ? 'fault' : 'refused';
    tried.found.push({ kind, what: `${answer.status} ${problemOf(answer).detail}` });
  } else {
    const table = answer.body as ImportedTable;
    tried.rows = table.row_count;
    tried.columns = table.columns.map(({ name, type }) => `${name}:${type}`);
    tried.warnings = table.warnings.map(({ detail }) => detail);
    tried.found.push(...compareTable(known, table));
    if (trial.budget > 0) await learnFrom(trial, known.name, table, tried);
  }
  return { ...tried, seconds: (performance.now() - started) / 1000 };
}

async function learnFrom(
  { project, seed, budget }: Trial,
  name: string,
  table: ImportedTable,
  tried: Tried,
): Promise<void> {
  const draw = createRandom(seed + [...name].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7));
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(draw() * items.length)];
  const target = pick(table.columns).name;
  const note = (told: string, found: readonly Finding[]) => {
    tried.learned.push(told);
    tried.found.push(...found);
  };
  const learned = await learn(`${project}/models`, name, { table: name, target, options: { seed } }, budget);
  note(`${target} ${learned.told}`, learned.found);
  if (learned.url) {
    const rows = (await ask(`${project}/tables/${name}/rows?limit=1000`)).body as Record<string, unknown>[];
    tried.found.push(...(await predictRows(learned.url, target, table, rows, draw)));
    tried.found.push(...(await describeAll(learned.url)));
  }
  const series = findSeries(table);
  if (!series) return;
  const { orderBy, groupBy, targets } = series;
  const options = { seed, order_by: orderBy, ...(groupBy.length > 0 && { group_by: groupBy }) };
  const wanted = pick(targets);
  const forecast = await learn(`${project}/models`, `${name}-f`, { table: name, target: wanted, options }, budget);
  note(`${wanted} over ${orderBy} ${forecast.told}`, forecast.found);
  if (!forecast.url) return;
  tried.found.push(...(await predictSteps(forecast.url, wanted)));
  tried.found.push(...(await describeAll(forecast.url)));
}
