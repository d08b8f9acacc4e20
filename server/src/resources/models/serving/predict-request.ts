import { type Static, Type } from 'typebox';
import { beyondLimit, type InputFault, invalidInput } from '../../../errors.ts';

/** Maximum rows that came after the training, or are to come: a body of more belongs in a retraining. */
const mostHistoryRows = 20_000;

export const predictParams = Type.Object(
  {
    quantile: Type.Optional(
      Type.Number({
        minimum: 0.5,
        maximum: 0.99,
        description: 'Share of true values that the bounds should contain. Default: 0.9.',
      }),
    ),
    threshold: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 1,
        description: 'Two classes: the probability from which the second class is predicted.',
      }),
    ),
    horizon: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 3000,
        description:
          "Forecasts: number of steps for a row without a time; up to three times the training's horizon, which is the default.",
      }),
    ),
    history: Type.Optional(
      Type.Array(Type.Record(Type.String(), Type.Unknown()), {
        maxItems: mostHistoryRows,
        description:
          'Forecasts: rows that came after the training, each with its time, its series and its value. Answers then begin after the newest one of their series and follow it, without a retraining, with bounds that are as narrow as such answers of the past deserved. Rows of times that the training knows are passed over.',
      }),
    ),
    future: Type.Optional(
      Type.Array(Type.Record(Type.String(), Type.Unknown()), {
        maxItems: mostHistoryRows,
        description:
          'Forecasts with `known_inputs`: rows of times to come, each with its time, its series and the inputs that are known of it, such as a price. They stand above those of the table; a row of `data` with inputs of its own stands above both.',
      }),
    ),
    cumulative: Type.Optional(
      Type.Boolean({
        description:
          'Forecasts: each answer is the sum of the values from the first one after the training (or after `history`) up to its time, with bounds of the sum.',
      }),
    ),
    explain: Type.Optional(
      Type.Boolean({ description: "Adds each column's contribution to the explain text; at most 1,000 rows." }),
    ),
    missing: Type.Optional(
      Type.Enum(['infer', 'refuse'], {
        description:
          'What to do about missing inputs that training knew: predict from the given ones and say so in the explain text (`infer`, the default), or refuse with 400.',
      }),
    ),
    unknown_columns: Type.Optional(
      Type.Enum(['refuse', 'ignore'], {
        description: 'What to do about columns that training never saw. Default: `refuse`.',
      }),
    ),
    record: Type.Optional(
      Type.Boolean({
        description:
          'Whether a monitored model counts these rows as use. `false` is for tries, such as those of the studio, and for rows that were predicted before. Default: true.',
      }),
    ),
  },
  { additionalProperties: false },
);
export type PredictParams = Static<typeof predictParams>;

export type AskedCells = Readonly<Record<string, unknown>>;

/** A checked predict body: rows that are objects, and their pointers. */
export interface PredictRequest {
  rows: readonly AskedCells[];
  params: PredictParams;
  /** Maximum answered rows: one row of a forecast gives many. */
  maxAnswers: number;
  /** Most rows with unknown inputs; any number when absent. */
  mostIncomplete?: number;
  /** Returns the JSON pointer of row `index` in the body. */
  pointerOf(index: number): string;
}

/** Reads every form of a predict body: an array of rows, `{data, params}` with one row or many, or one bare row. */
export function readPredictRequest(body: unknown, maxRows: number): PredictRequest {
  if (Array.isArray(body)) return checkedRequest(body, {}, (index) => `/${index}`, maxRows);
  if (!Object.hasOwn(body as object, 'data')) return checkedRequest([body], {}, () => '', maxRows);
  const { data, params } = body as { data: unknown; params?: PredictParams };
  if (Array.isArray(data)) return checkedRequest(data, params ?? {}, (index) => `/data/${index}`, maxRows);
  return checkedRequest([data], params ?? {}, () => '/data', maxRows);
}

/** Maximum explained rows: an explanation costs hundreds of predictions. */
export const maxExplainedRows = 1000;

function requireAtMost(count: number, limit: { name: 'predict_rows' | 'explained_rows'; value: number }): void {
  if (count <= limit.value) return;
  const detail = `The request has ${count} rows; at most ${limit.value} are answered.`;
  throw beyondLimit('too_many_rows', detail, limit);
}

function checkedRequest(
  rows: unknown[],
  params: PredictParams,
  pointerOf: (index: number) => string,
  maxRows: number,
): PredictRequest {
  requireAtMost(rows.length, { name: 'predict_rows', value: maxRows });
  if (params.explain) requireAtMost(rows.length, { name: 'explained_rows', value: maxExplainedRows });
  const faults: InputFault[] = [];
  rows.forEach((row, index) => {
    if (typeof row === 'object' && row !== null && !Array.isArray(row)) return;
    faults.push({ pointer: pointerOf(index), code: 'wrong_type', detail: 'must be an object of column: value' });
  });
  refuseFaults(faults);
  return { rows: rows as AskedCells[], params, maxAnswers: maxRows, pointerOf };
}

export function refuseFaults(faults: InputFault[]): void {
  if (faults.length > 0) throw invalidInput(faults);
}

/** The body of predict for the OpenAPI document and the validator; `readPredictRequest` checks the rows. */
export const predictBody = Type.Union(
  [
    Type.Array(Type.Unknown(), {
      title: 'PredictRows',
      examples: [[{ sqft: '823', location: 'good', neighborhood: 'downtown', days_on_market: '10' }]],
    }),
    Type.Object(
      { data: Type.Unknown({ description: 'Rows, or one row.' }), params: Type.Optional(predictParams) },
      { additionalProperties: false, title: 'PredictRequest' },
    ),
    Type.Unsafe<Record<string, unknown>>({
      type: 'object',
      title: 'PredictRow',
      not: { required: ['data'], properties: { data: {} } },
      examples: [{ sqft: '823', location: 'good' }],
    }),
  ],
  {
    description:
      'A JSON array of rows, `{data, params}`, or one row (which has no column `data`). To a forecast, a row names a series by its `group_by` columns (several where some are left out) and is answered with the next `horizon` times, or with the one time that it names in the `order_by` column; with a time it may carry the truth.',
  },
);
