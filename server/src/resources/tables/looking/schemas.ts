import { type TSchema, Type } from 'typebox';
import { columnType } from '../schemas.ts';
import { mostCorrelated } from './correlate.ts';
import { mostProfiled } from './profile-columns.ts';

const orNull = (shape: TSchema) => Type.Union([shape, Type.Null()]);

export const lookQuery = Type.Object(
  {
    columns: Type.Optional(
      Type.String({ maxLength: 100_000, description: 'JSON list of columns.', examples: ['["sqft","rental_price"]'] }),
    ),
  },
  { additionalProperties: false },
);

export const correlationQuery = Type.Object(
  {
    ...lookQuery.properties,
    target: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 1000,
        description: `The column of interest: of more than ${mostCorrelated} columns, those closest to it are correlated.`,
      }),
    ),
  },
  { additionalProperties: false },
);

export const hintQuery = Type.Object(
  { target: Type.String({ minLength: 1, maxLength: 1000, description: 'The column to predict.' }) },
  { additionalProperties: false },
);

export const profiles = Type.Array(
  Type.Object(
    {
      column: Type.String(),
      type: columnType,
      rows: Type.Integer(),
      missing: Type.Integer(),
      distinct: Type.Integer({ minimum: 0 }),
      min: Type.Unknown(),
      q25: Type.Unknown({ description: 'A quarter of the values are at most this; null without an order.' }),
      median: Type.Unknown(),
      q75: Type.Unknown(),
      max: Type.Unknown(),
      mean: orNull(Type.Number()),
      standard_deviation: orNull(Type.Number()),
      top: Type.Array(Type.Object({ value: Type.Unknown(), count: Type.Integer() }), {
        description: 'The ten most frequent values, cut to 200 characters.',
      }),
      histogram: Type.Array(Type.Object({ from: Type.Number(), to: Type.Number(), count: Type.Integer() }), {
        description: 'Numbers in twenty bars of one width; empty for other types.',
      }),
    },
    { title: 'ColumnProfile' },
  ),
  { description: `Of the named columns, or the first ${mostProfiled}.` },
);

export const correlations = Type.Array(
  Type.Object(
    {
      column: Type.String(),
      with: Type.String(),
      correlation: Type.Number({ description: "Pearson's coefficient over the rows where both are known." }),
      rows: Type.Integer(),
    },
    { title: 'Correlation' },
  ),
  { description: `Pairs of the named columns of numbers, at most ${mostCorrelated}, the closest first.` },
);

export const duplicates = Type.Object(
  {
    rows: Type.Integer(),
    sets: Type.Integer({ description: 'Sets of equal rows.' }),
    duplicate_rows: Type.Integer({ description: 'Rows beyond the first of each set.' }),
    examples: Type.Array(
      Type.Object({ copies: Type.Integer(), row: Type.Object({}, { additionalProperties: true }) }),
      { description: 'The twenty largest sets.' },
    ),
  },
  { title: 'Duplicates' },
);

export const hints = Type.Array(
  Type.Object(
    {
      code: Type.Enum(['in_one_column', 'part_of_a_sum']),
      column: Type.String(),
      share: Type.Number({
        description:
          'Of the variance of numbers (R²), or of the rows that the likeliest class gets wrong, where each row is told from the others.',
      }),
      detail: Type.String(),
    },
    { title: 'TargetHint' },
  ),
  { description: 'The first hundred other columns are looked at, on at most 20,000 rows that are drawn.' },
);
