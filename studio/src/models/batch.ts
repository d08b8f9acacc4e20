import { type Model, type Result, SibylError, type UploadProgress } from '@sibyl/sdk';
import { sibyl } from '../shared/client.ts';
import { publicPath } from '../shared/place.ts';
import { forget } from '../shared/query-client.ts';
import { isRunning } from '../shared/running.ts';
import { nameFor } from '../tables/upload.ts';
import { words } from '../words/models.ts';

export type Batch = Result<'getPredictions'>;

const pauseMs = 500;

/** Rows without any column that the model knows would all get the same answer. */
function requireInputs({ inputs, target }: Model, columns: readonly { name: string }[]): void {
  const known = (inputs ?? []).filter((name) => name !== target);
  const lower = new Set(known.map((name) => name.toLowerCase()));
  if (known.length === 0 || columns.some(({ name }) => lower.has(name.toLowerCase()))) return;
  const detail = words.noInput(known.slice(0, 12));
  throw new SibylError({ code: 'rows_do_not_fit', title: words.noInputTitle, detail });
}

/** Starts predictions for the rows of a table; `into` also keeps the result as a table. */
export async function predictTable(model: Model, table: string, into: string): Promise<Batch> {
  const { columns } = await sibyl.project(model.project).table(table).get();
  requireInputs(model, columns);
  const batch = await sibyl
    .project(model.project)
    .model(model.name)
    .createPredictions({
      from: { table },
      ...(into ? { into: { table: into } } : {}),
      params: { unknown_columns: 'ignore' },
    });
  await forget('listPredictions');
  return batch;
}

/** Sends a file as a table, which is deleted as soon as its rows are predicted, even if the visitor goes elsewhere. */
export async function predictFile(
  model: Model,
  file: File,
  into: string,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (progress: UploadProgress) => void },
): Promise<void> {
  const project = sibyl.project(model.project);
  const taken = new Set((await project.tables.list(undefined, { signal })).map(({ name }) => name));
  const name = nameFor(`rows_of_${file.name}`, taken);
  await project.tables.upload(name, file, { signal, onUploadProgress: onProgress });
  const isOver = predictTable(model, name, into).then((batch) => untilOver(model, batch));
  // The list shows how the batch ends; only its beginning is awaited.
  isOver.finally(() => project.table(name).delete()).catch(() => {});
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
