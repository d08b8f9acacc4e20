import { type Static, Type } from 'typebox';
import { name, nameOrId, recordFields, timestamp } from '../../../http/reply/schemas.ts';
import { workEngine } from '../options-schema.ts';
import { formulas, modelPath } from '../schemas.ts';
import { predictParams } from '../serving/predict-request.ts';

const { id: _, name: __, ...times } = recordFields;

export const predictionPath = Type.Object({
  ...modelPath.properties,
  predictionId: Type.String({ minLength: 1, maxLength: 140, examples: ['prd_01JZ0000000000000000000000'] }),
});

const fromTable = Type.Object({ table: nameOrId }, { additionalProperties: false, title: 'PredictTable' });
const fromQuery = Type.Object(
  {
    sql: Type.String({ minLength: 1 }),
    connection: Type.Optional({
      ...nameOrId,
      description: 'The database to query. Default: the tables of the project.',
    }),
  },
  { additionalProperties: false, title: 'PredictQuery' },
);

export const predictionCreation = Type.Object(
  {
    from: Type.Union([fromTable, fromQuery], { description: 'The rows: `{table}`, `{sql}` or `{sql, connection}`.' }),
    into: Type.Optional(
      Type.Object(
        {
          table: name,
          replace: Type.Optional(Type.Boolean({ description: 'Whether a table of that name may be replaced.' })),
        },
        { additionalProperties: false, description: 'Creates a table from the result.' },
      ),
    ),
    params: Type.Optional(predictParams),
    engine: Type.Optional(workEngine),
  },
  {
    additionalProperties: false,
    title: 'PredictionsRequest',
    examples: [{ from: { table: 'home_rentals' }, into: { table: 'rents' }, params: { unknown_columns: 'ignore' } }],
  },
);
export type PredictionCreation = Static<typeof predictionCreation>;

const orNull = <Shape extends Parameters<typeof Type.Union>[0][number]>(shape: Shape) =>
  Type.Union([shape, Type.Null()]);

export const predictionRecord = Type.Object(
  {
    id: Type.String({ examples: ['prd_01JZ0000000000000000000000'] }),
    project: Type.String(),
    model: Type.String(),
    version: Type.Integer({ description: 'The version of the model that predicts.' }),
    status: Type.Enum(['queued', 'running', 'complete', 'failed']),
    progress: orNull(
      Type.Object(
        {
          phase: Type.String({ examples: ['predicting'] }),
          rows: Type.Integer({ description: 'Rows read or predicted so far.' }),
          fraction: Type.Number({ minimum: 0, maximum: 1, description: '0 until the rows are counted.' }),
        },
        { description: 'Null unless it is running.' },
      ),
    ),
    rows: orNull(Type.Integer({ description: 'Rows of the result.' })),
    byte_size: orNull(Type.Integer({ description: 'Bytes of the result as Parquet.' })),
    from: Type.Record(Type.String(), Type.Unknown()),
    into: orNull(Type.Object({ table: Type.String(), replace: Type.Boolean() })),
    params: predictParams,
    engine: orNull(workEngine),
    download: orNull(Type.String({ description: 'Address of the result; null until it is complete.' })),
    error: orNull(Type.String({ description: 'What went wrong, as a sentence that the user can act on.' })),
    ...times,
    started_at: orNull(timestamp),
    finished_at: orNull(timestamp),
  },
  { title: 'Predictions' },
);
export type PredictionRecord = Static<typeof predictionRecord>;

export const downloadQuery = Type.Object(
  {
    format: Type.Optional(
      Type.Enum(['parquet', 'csv', 'tsv', 'ndjson', 'json', 'xlsx'], {
        description: 'Default: by the `Accept` header, otherwise Parquet.',
      }),
    ),
    formulas: Type.Optional(formulas),
  },
  { additionalProperties: false },
);
