import { type Static, Type } from 'typebox';
import { nameOrId } from '../../http/reply/schemas.ts';

export const queryBody = Type.Object(
  {
    sql: Type.String({
      minLength: 1,
      description: 'One SELECT over the tables of the project, of at most 100,000 bytes (`sql_bytes`).',
    }),
    connection: Type.Optional({
      ...nameOrId,
      description: 'Queries this database, in its own SQL, instead of the tables.',
    }),
    limit: Type.Optional(Type.Integer({ minimum: 1, description: 'Maximum rows to return.' })),
    timeout_ms: Type.Optional(Type.Integer({ minimum: 1, description: 'Time limit.' })),
  },
  {
    additionalProperties: false,
    examples: [{ sql: 'select neighborhood, avg(rental_price) as rent from home_rentals group by 1 order by 2 desc' }],
  },
);
export type QueryBody = Static<typeof queryBody>;

export const queryAnswer = Type.Object(
  {
    columns: Type.Array(Type.Object({ name: Type.String(), type: Type.String() })),
    rows: Type.Array(Type.Object({}, { additionalProperties: true })),
    row_count: Type.Integer({ description: 'Number of returned rows.' }),
    truncated: Type.Boolean({ description: 'Whether there were more rows than returned.' }),
    truncated_by: Type.Optional(
      Type.Object(
        {
          limit_name: Type.Enum(['query_rows', 'query_answer_bytes']),
          limit: Type.Integer({ description: 'The rows or bytes that the answer may have.' }),
        },
        { description: 'The limit that ended the rows; `query_rows` also stands for `limit`.' },
      ),
    ),
  },
  { title: 'QueryAnswer' },
);
export type QueryAnswer = Static<typeof queryAnswer>;
