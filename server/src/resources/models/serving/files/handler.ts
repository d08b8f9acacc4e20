/**
 * The worker that predicts files and converts stored predictions to other formats. It reports the number of predicted
 * rows.
 */
import {
  type EngineLimits,
  interruptAll,
  makeRoomForColumns,
  openEngine,
  parquetSource,
  readObjects,
} from '../../../../platform/data/worker/duckdb.ts';
import { serveTasks, type Task } from '../../../../platform/workers/serve-tasks.ts';
import type { ComparedFiles } from '../../comparison/figures.ts';
import { compareModels } from '../../comparison/worker/compare-models.ts';
import { inDialect } from './in-dialect.ts';
import { cutRows, joinFigures } from './in-parts.ts';
import type { Conversion, CutRequest, FileRequest, JoinRequest } from './messages.ts';
import { predictFile } from './predict-file.ts';
import { writeTable } from './write-table.ts';

interface Limited {
  limits: EngineLimits;
}

const tasks = {
  predictFile: ({ file, limits }: Limited & { file: FileRequest }, task: Task) => predictFile(file, limits, task),
  convertFile,
  cutRows: ({ cut, limits }: Limited & { cut: CutRequest }, task: Task) => cutRows(cut, limits, task),
  compareModels: ({ one, other, limits }: Limited & Record<'one' | 'other', ComparedFiles>) =>
    compareModels({ one, other }, limits),
  joinFigures: ({ join, limits }: Limited & { join: JoinRequest }) => joinFigures(join, limits),
};
export type FileTasks = typeof tasks;

async function convertFile({ path, outputPath, format, formulas, dialect, limits }: Limited & Conversion) {
  using engine = await openEngine(limits);
  const isText = format === 'csv' || format === 'tsv';
  const all = `SELECT * FROM ${parquetSource([path])}`;
  const output = { path: outputPath, format, formulas };
  const columns = await readObjects(engine.connection, `DESCRIBE ${all}`);
  await makeRoomForColumns(engine.connection, limits, columns.length);
  if (!isText || !dialect) return { encoding: await writeTable(engine.connection, all, output) };
  const { sql, ...marks } = await inDialect(engine.connection, all, dialect);
  return { encoding: await writeTable(engine.connection, sql, { ...output, dialect: { ...dialect, ...marks } }) };
}

serveTasks(tasks, interruptAll);
