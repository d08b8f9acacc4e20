import type { Table } from '@sibyl/sdk';
import { useQueries } from '@tanstack/react-query';
import { sibyl } from '../shared/client.ts';
import { quoted } from '../shared/quoted.ts';

const rowsAtOnce = 200;

function pageQuery(table: Table, sort: string | undefined, page: number) {
  const order =
    sort === undefined
      ? ''
      : ` order by ${quoted(sort.replace(/^-/, ''))} ${sort.startsWith('-') ? 'desc' : 'asc'} nulls last`;
  const sql = `select * from ${quoted(table.name)}${order} limit ${rowsAtOnce} offset ${page * rowsAtOnce}`;
  return {
    queryKey: ['runQuery', 'rows', table.id, table.updated_at, sort, page],
    queryFn: async ({ signal }: { signal: AbortSignal }) =>
      (await sibyl.project(table.project).query(sql, { limit: rowsAtOnce }, { signal })).rows,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  };
}

/** Loads the pages from `first` to `last`. Returns a function that reads one row once it is loaded. */
export function useRowPages(table: Table, sort: string | undefined, first: number, last: number) {
  const from = Math.floor(first / rowsAtOnce);
  const pages = Array.from(
    { length: Math.floor(Math.max(first, last) / rowsAtOnce) - from + 1 },
    (_, index) => from + index,
  );
  const answers = useQueries({ queries: pages.map((page) => pageQuery(table, sort, page)) });
  return (row: number): Record<string, unknown> | undefined =>
    answers[Math.floor(row / rowsAtOnce) - from]?.data?.[row % rowsAtOnce];
}
