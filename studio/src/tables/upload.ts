import type { Table, UploadProgress } from '@sibyl/sdk';
import { sibyl } from '../shared/client.ts';
import { forget } from '../shared/query-client.ts';

/** Options for reading a file; absent ones are detected. */
export type Choices = Record<string, string>;

/** Files of this visit, so that one can be read again with other options. */
const kept = new Map<string, { file: File; choices: Choices }>();

export function keptFile(project: string, table: string): File | undefined {
  return kept.get(`${project}/${table}`)?.file;
}

/** Returns the options with which the file was read last. */
export function keptChoices(project: string, table: string): Choices {
  return kept.get(`${project}/${table}`)?.choices ?? {};
}

/** Returns an unused, valid table name. */
export function nameFor(file: string, taken: ReadonlySet<string>): string {
  const stem = file.replace(/(\.(csv|tsv|txt|xlsx|parquet|json|ndjson|jsonl))?(\.gz)?$/i, '');
  const words = stem
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9-]+/g, '_')
    .replace(/^_+|_+$/g, '');
  const name = (words || 'table').slice(0, 120);
  if (!taken.has(name)) return name;
  for (let number = 2; ; number += 1) if (!taken.has(`${name}_${number}`)) return `${name}_${number}`;
}

interface Sending {
  project: string;
  name: string;
  file: File;
  choices?: Choices;
  replace?: boolean;
  signal?: AbortSignal;
  onProgress?: (progress: UploadProgress) => void;
}

export async function sendTable({
  project,
  name,
  file,
  choices = {},
  replace = false,
  signal,
  onProgress,
}: Sending): Promise<Table> {
  const table = await sibyl.project(project).tables.upload(name, file, {
    ...encoded(choices),
    ...(replace ? { replace: true } : {}),
    ...(signal ? { signal } : {}),
    ...(onProgress ? { onUploadProgress: onProgress } : {}),
  } as never);
  kept.set(`${project}/${name}`, { file, choices });
  await forget('listTables', 'getTable', 'listRows', 'runQuery');
  return table;
}

/** Words for no value are sent as a list. */
export function encoded({ blanks, ...choices }: Choices): Choices {
  if (blanks === undefined) return choices;
  return { ...choices, blanks: JSON.stringify(blanks.split(',').map((word) => word.trim())) };
}
