import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Type } from 'typebox';
import { name } from '../../http/reply/schemas.ts';
import { newId } from '../../ids.ts';
import { queryAnswer } from '../../resources/queries/schemas.ts';
import { runQuery } from '../../resources/queries/service.ts';
import { listTables } from '../../resources/tables/service.ts';
import { createTable } from '../../resources/tables/upload.ts';
import { adds, defineMcpTool, firstByName, listOf, type McpTool, project } from './tool.ts';

const mostRows = 500;
/** More is beyond what a language model reads. */
const mostBytes = 256 * 1024;

export const tableTools: McpTool[] = [
  defineMcpTool({
    name: 'list_tables',
    title: 'List tables',
    description: 'Lists the tables of a project with their columns, types and some values.',
    action: 'tables.list',
    input: Type.Object({ project }, { additionalProperties: false }),
    output: listOf('tables', { name: Type.String(), row_count: Type.Integer(), columns: Type.Array(Type.Object({})) }),
    async run(ctx, input) {
      const { items, next } = await listTables(ctx, input.project, firstByName);
      const tables = items.map(({ name, row_count, columns }) => ({ name, row_count, columns }));
      return { tables, more: next !== undefined };
    },
  }),
  defineMcpTool({
    name: 'query_tables',
    title: 'Query tables',
    description: `Runs one read-only SELECT (DuckDB SQL) over the tables of a project. \`list_tables\` returns their names and columns. Answers at most ${mostRows} rows: aggregate in SQL.`,
    action: 'queries.run',
    input: Type.Object(
      {
        project,
        sql: Type.String({
          minLength: 1,
          description: 'Such as: select neighborhood, avg(rental_price) from home_rentals group by 1',
        }),
        limit: Type.Optional(
          Type.Integer({ minimum: 1, maximum: mostRows, description: 'Most rows to answer; 100 when absent.' }),
        ),
      },
      { additionalProperties: false },
    ),
    output: queryAnswer,
    run: (ctx, { sql, limit = 100, ...input }, { signal }) =>
      runQuery(ctx, input.project, { sql, limit }, signal, mostBytes),
  }),
  defineMcpTool({
    name: 'upload_table',
    title: 'Upload a table',
    description:
      'Creates a table from CSV text with column names in the first line. Types are detected; warnings name what was doubtful.',
    action: 'tables.create',
    annotations: adds,
    input: Type.Object(
      { project, name, csv: Type.String({ minLength: 1, maxLength: 5_000_000 }) },
      { additionalProperties: false },
    ),
    output: Type.Object({
      name: Type.String(),
      row_count: Type.Integer(),
      columns: Type.Array(Type.Object({})),
      warnings: Type.Array(Type.Unknown()),
    }),
    async run(ctx, { csv, ...input }, { signal }) {
      const path = join(ctx.temporaryDirectory, newId('req'));
      try {
        await writeFile(path, csv);
        const file = { path, format: 'csv', options: {} } as const;
        const table = await createTable(ctx, { project: input.project, table: input.name }, file, signal);
        const { row_count, columns, warnings } = table;
        return { name: table.name, row_count, columns, warnings };
      } finally {
        await rm(path, { force: true });
      }
    },
  }),
];
