import { type Model, type Result, SibylError, type UploadProgress } from '@sibyl/sdk';
import { sibyl } from '../shared/client.ts';
import { publicPath } from '../shared/place.ts';
import { forget } from '../shared/query-client.ts';
import { isRunning } from '../shared/running.ts';
import { saveAs } from '../shared/save.ts';
import { nameFor } from '../tables/upload.ts';

export type Batch = Result<'getPredictions'>;

/** What happens to the rows beside their prediction. */
export interface BatchOptions {
  /** The table to make of the result; empty for a file. */
  into: string;
  /** Whether columns that the model does not know are left out; else they are refused, with a name that was meant. */
  leavesOut: boolean;
}

const pauseMs = 500;

/** Starts predictions for the rows of a table. */
export async function predictTable(model: Model, table: string, { into, leavesOut }: BatchOptions): Promise<Batch> {
  const batch = await sibyl
    .project(model.project)
    .model(model.name)
    .createPredictions({
      from: { table },
      ...(into ? { into: { table: into } } : {}),
      params: { unknown_columns: leavesOut ? 'ignore' : 'refuse' },
    });
  await forget('listPredictions');
  return batch;
}

interface Sending {
  signal: AbortSignal;
  onProgress: (progress: UploadProgress) => void;
}

/** Files up to this size are answered by a file of the same kind; what is larger is worked through by a job. */
const answeredAtOnce = 16 * 1024 * 1024;

/** Returns whether a file was saved: else its batch appears in the list. */
export async function predictFile(model: Model, file: File, options: BatchOptions, sending: Sending): Promise<boolean> {
  const type = typeOf(file.name);
  if (options.into === '' && type !== undefined && file.size <= answeredAtOnce) {
    const isAnswered = await answerFile(model, file, type, options, sending);
    if (isAnswered) return true;
  }
  await predictAsTable(model, file, options, sending);
  return false;
}

const types: Record<string, string> = {
  csv: 'text/csv',
  txt: 'text/csv',
  tsv: 'text/tab-separated-values',
  ndjson: 'application/x-ndjson',
  jsonl: 'application/x-ndjson',
  parquet: 'application/vnd.apache.parquet',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

function typeOf(name: string): string | undefined {
  return types[/\.(\w+)$/.exec(name)?.[1].toLowerCase() ?? ''];
}

/** Returns false for a file of more rows than one request answers. */
async function answerFile(
  { project, name }: Model,
  file: File,
  type: string,
  { leavesOut }: BatchOptions,
  { signal, onProgress }: Sending,
): Promise<boolean> {
  const handle = sibyl.project(project).model(name);
  const query = { unknown_columns: leavesOut ? 'ignore' : 'refuse', formulas: 'escape' } as const;
  try {
    const answer = await handle.predictFile(file, type, query, { signal, onUploadProgress: onProgress });
    saveAs(file.name.replace(/(\.\w+)$/, '_predicted$1'), await answer.blob());
    return true;
  } catch (error) {
    if (SibylError.is(error, 'too_many_rows')) return false;
    throw error;
  }
}

/** Sends a file as a table, which is deleted as soon as its rows are predicted, even if the visitor goes elsewhere. */
async function predictAsTable(
  model: Model,
  file: File,
  options: BatchOptions,
  { signal, onProgress }: Sending,
): Promise<void> {
  const project = sibyl.project(model.project);
  const taken = new Set((await project.tables.list(undefined, { signal })).map(({ name }) => name));
  const name = nameFor(`rows_of_${file.name}`, taken);
  await project.tables.upload(name, file, { signal, onUploadProgress: onProgress });
  const isOver = predictTable(model, name, options).then((batch) => untilOver(model, batch));
  // The list shows how the batch ends; only its beginning is awaited.
  isOver.finally(() => project.table(name).delete({ permanently: true })).catch(() => {});
  await Promise.race([isOver, new Promise((resolve) => setTimeout(resolve, pauseMs))]);
}

async function untilOver(model: Model, { id }: Batch): Promise<void> {
  const handle = sibyl.project(model.project).model(model.name);
  while (isRunning(await handle.getPredictions(id))) await new Promise((resolve) => setTimeout(resolve, pauseMs));
}

/** Address of the result as CSV; the browser saves it without taking it into the page. */
export function downloadOf({ project, model, id }: Batch): string {
  const [inProject, ofModel] = [project, model].map(encodeURIComponent);
  return `${publicPath}/api/projects/${inProject}/models/${ofModel}/predictions/${id}/download?format=csv&formulas=escape`;
}
