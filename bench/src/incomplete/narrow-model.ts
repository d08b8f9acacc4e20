import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { train } from '@sibyl/engine/train.ts';
import { type Judged, judge } from './judge.ts';
import { type Question, withOnly } from './question.ts';

/** Measures a model trained on the given columns only; a model already in the folder is reused. */
export async function judgeNarrowModel(
  { bench, known, asked }: Question,
  columns: readonly string[],
  truth: Float64Array,
  seconds: number,
  folder: string | undefined,
): Promise<Judged> {
  const key = JSON.stringify([bench.name, bench.request, columns, known.rowCount, asked.length, seconds]);
  const path =
    folder && join(folder, `${bench.name}-${createHash('sha256').update(key).digest('hex').slice(0, 16)}.json`);
  if (path && existsSync(path)) return JSON.parse(readFileSync(path, 'utf8'), (_, value) => value ?? Number.NaN);
  const wanted = new Set([...columns, bench.request.target]);
  const table = { ...known, columns: known.columns.filter(({ name }) => wanted.has(name)) };
  const model = await train(table, { ...bench.request, ignore: [], timeBudgetSeconds: seconds });
  const judged = judge(model, withOnly(asked, columns), truth);
  if (path) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(path, JSON.stringify(judged));
  }
  return judged;
}
