import type { Reading } from '@sibyl/engine/readings/reading.ts';
import { fetchRows } from '../service/sibyl.ts';

export type Row = Record<string, unknown>;

export interface KnownTable {
  url: string;
  columns: { name: string; type: string; reading: Reading }[];
  rows: Row[];
}

/** Imports a file; throws the service's message when it refuses. */
export async function importTable(
  tables: string,
  name: string,
  content: string | Uint8Array<ArrayBuffer>,
  type: string,
  said = '',
): Promise<KnownTable> {
  const url = `${tables}/${name}`;
  const { columns } = (await send(`${tables}?name=${name}${said}`, content, type)) as Pick<KnownTable, 'columns'>;
  return { url, columns, rows: await fetchRows(url) };
}

export async function appendRows(
  { url }: KnownTable,
  content: string | Uint8Array<ArrayBuffer>,
  type: string,
  said = '',
): Promise<Row[]> {
  await send(`${url}/rows${said}`, content, type);
  return fetchRows(url);
}

export async function send(
  url: string,
  body: string | Uint8Array<ArrayBuffer>,
  type = 'application/json',
): Promise<unknown> {
  const response = await fetch(url, { method: 'POST', headers: { 'content-type': type }, body });
  if (!response.ok) throw new Error(`${response.status}: ${((await response.json()) as { detail: string }).detail}`);
  return response.json();
}

export function linesOf(rows: readonly Row[]): string {
  return rows.map((row) => JSON.stringify(row)).join('\n');
}

/** Returns the cells that differ, as `column row: one and other`. */
export function differences(one: readonly Row[], other: readonly Row[]): string[] {
  if (one.length !== other.length) return [`${one.length} rows and ${other.length}`];
  return one.flatMap((row, index) =>
    Object.keys(row).flatMap((name) => {
      const [left, right] = [row, other[index]].map((some) => JSON.stringify(some[name] ?? null));
      return left === right ? [] : [`${name} ${index}: ${left} and ${right}`];
    }),
  );
}
