import type { Model } from '@sibyl/sdk';
import { sibyl } from '../shared/client.ts';
import { quoted } from '../tables/histogram-query.ts';

export interface BatchProgress {
  done: number;
  all: number;
}

const atOnce = 2000;
const mostRows = 1_000_000;

/** Reads a file as a temporary table of this name. */
export async function rowsOfFile(model: Model, file: File, signal: AbortSignal): Promise<object[]> {
  const project = sibyl.project(model.project);
  const name = `studio_batch_${Date.now()}`;
  await project.tables.upload(name, file, { signal });
  try {
    return await rowsOfTable(model, name, signal);
  } finally {
    await project.table(name).delete();
  }
}

export async function rowsOfTable(model: Model, table: string, signal: AbortSignal): Promise<object[]> {
  const project = sibyl.project(model.project);
  const { columns, row_count } = await project.table(table).get({ signal });
  const wanted = columns
    .map(({ name }) => name)
    .filter((name) => model.inputs?.includes(name) || name === model.target);
  const rows: object[] = [];
  for (let offset = 0; offset < Math.min(row_count, mostRows); offset += 10_000) {
    const sql = `select ${wanted.map(quoted).join(', ') || '*'} from ${quoted(table)} limit 10000 offset ${offset}`;
    rows.push(...(await project.query(sql, { limit: 10_000 }, { signal })).rows);
  }
  return rows;
}

export async function predictAll(
  model: Model,
  rows: object[],
  onProgress: (progress: BatchProgress) => void,
  signal: AbortSignal,
): Promise<object[]> {
  const answers: object[] = [];
  for (let start = 0; start < rows.length; start += atOnce) {
    onProgress({ done: start, all: rows.length });
    const part = rows.slice(start, start + atOnce);
    const handle = sibyl.project(model.project).model(model.name);
    answers.push(
      ...(await handle.predict(part, { unknown_columns: 'ignore' }, { signal })).map((answer) =>
        shortened(answer, model),
      ),
    );
  }
  onProgress({ done: rows.length, all: rows.length });
  return answers;
}

/** Keeps inputs, prediction, confidence and bounds. */
function shortened(answer: Record<string, unknown>, { target, inputs }: Model): object {
  const names = [
    ...(inputs ?? []),
    target,
    ...['confidence', 'min', 'max', 'original'].map((part) => `${target}_${part}`),
  ];
  return Object.fromEntries(names.filter((name) => name in answer).map((name) => [name, answer[name]]));
}

export function textOf(rows: object[]): string {
  const names = Object.keys(rows[0] ?? {});
  const written = (value: unknown) => {
    const text =
      value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);
    return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const lines = rows.map((row) => names.map((name) => written((row as Record<string, unknown>)[name])).join(','));
  return [names.map(written).join(','), ...lines].join('\n');
}

export function saveAs(name: string, text: string, type = 'text/csv'): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = Object.assign(document.createElement('a'), { href: address, download: name });
  link.click();
  URL.revokeObjectURL(address);
}
