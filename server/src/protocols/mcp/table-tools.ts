import { Type } from 'typebox';
import { runQuery } from '../../resources/queries/service.ts';
import { listTables } from '../../resources/tables/service.ts';
import { defineMcpTool, firstByName, type McpTool, project } from './tool.ts';

const mostRows = 500;

export const tableTools: McpTool[] = [
  defineMcpTool({
    name: 'list_tables',
    title: 'List tables',
    description: 'Lists the tables of a project with their columns, types and some values.',
    action: 'tables.list',
    input: Type.Object({ project }, { additionalProperties: false }),
    async run(ctx, input) {
      const { items, next } = await listTables(ctx, input.project, firstByName);
      const tables = items.map(({ name, row_count, columns }) => ({ name, row_count, columns }));
      return { tables, more: next !== undefined };
    },
  }),
  defineMcpTool({
    name: 'query_tables',
    title: 'Query tables',
    description: `Runs one read-only SELECT (DuckDB SQL) over the tables of a project. \`list_tables\` tells their names and columns. Answers at most ${mostRows} rows: aggregate in SQL.`,
    action: 'queries.run',
    input: Type.Object(
      {
        project,
        sql: Type.String({
          minLength: 1,
          maxLength: 100_000,
          description: 'Such as: select neighborhood, avg(rental_price) from home_rentals group by 1',
        }),
        limit: Type.Optional(
          Type.Integer({ minimum: 1, maximum: mostRows, description: 'Most rows to answer; 100 when absent.' }),
        ),
      },
      { additionalProperties: false },
    ),
    run: (ctx, { sql, limit = 100, ...input }, signal) => runQuery(ctx, input.project, { sql, limit }, signal),
  }),
];
