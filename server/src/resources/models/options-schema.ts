import { aggregates } from '@sibyl/engine/request.ts';
import { type Static, Type } from 'typebox';
import { columnName } from './column-name.ts';

/** Where the work is done, if not by the service itself. */
export const workEngine = Type.Object(
  {
    type: Type.Enum(['ray']),
    address: Type.String({
      minLength: 1,
      maxLength: 500,
      description: 'The dashboard of the cluster (its Jobs API), one of those that the operator lists.',
      examples: ['http://head:8265'],
    }),
  },
  {
    additionalProperties: false,
    title: 'WorkEngine',
    description: 'A Ray cluster that does the work, for tables beyond one machine. Default: the service itself.',
  },
);
export type WorkEngine = Static<typeof workEngine>;

const cost = Type.Number({ exclusiveMinimum: 0, maximum: 1e12 });

/** What errors cost, in any unit, by the name of one class. */
export const errorCosts = Type.Record(
  Type.String(),
  Type.Object(
    {
      missed: { ...cost, description: 'Another class is answered for this one.' },
      false: { ...cost, description: 'This class is answered for another one.' },
    },
    { additionalProperties: false },
  ),
  {
    minProperties: 1,
    maxProperties: 1,
    title: 'ErrorCosts',
    description:
      'Two classes: what the errors of one of them cost, by its name, in any unit. It is answered from the probability on that this is worth: false / (false + missed).',
    examples: [{ yes: { missed: 20, false: 1 } }],
  },
);

/** From which probability on the second class is answered. */
export const answerThreshold = Type.Number({
  minimum: 0,
  maximum: 1,
  description:
    'Two classes: the second one (the last of `describe classes`) is answered from this probability on. Default: by `costs`, without these the likelier one.',
});

export const modelOptions = Type.Object(
  {
    threshold: Type.Optional(answerThreshold),
    costs: Type.Optional(errorCosts),
    positive_class: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 1000,
        description:
          'Two classes: the one that threshold, curves and PR AUC are about. Default: that of the active version, the word for yes, else a clearly rarer word.',
        examples: ['yes'],
      }),
    ),
    engine: Type.Optional(workEngine),
    ignore: Type.Optional(
      Type.Array(columnName, { maxItems: 10_000, description: 'Columns that the model must not see.' }),
    ),
    time_budget_seconds: Type.Optional(
      Type.Number({
        minimum: 1,
        maximum: 86_400,
        description:
          'Maximum time of the search. Default: that of `quality`; it ends sooner where more would not help.',
      }),
    ),
    quality: Type.Optional(
      Type.Enum(['fast', 'balanced', 'best'], {
        description:
          '`fast`: few kinds of model within 5 s, which answer a row within 20 µs. `balanced`: all kinds within 60 s (longer above 50,000 rows), 100 µs. `best`: all kinds on repeated folds in `time_budget_seconds` (300), 1 ms. Default: `balanced`.',
      }),
    ),
    effort: Type.Optional(
      Type.Enum(['quick', 'full'], {
        description:
          'The former word for `quality`, which counts where both are given: `quick` tries what `fast` does, in the time of `balanced`.',
      }),
    ),
    metric: Type.Optional(
      Type.Enum(['r2', 'mae', 'rmse', 'auc', 'log_loss', 'accuracy', 'balanced_accuracy'], {
        description: 'Metric by which candidates are compared.',
      }),
    ),
    seed: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1, description: 'Same seed and rows: the same model. Default 0.' }),
    ),
    task: Type.Optional(
      Type.Enum(['regression', 'binary', 'multiclass', 'forecast'], {
        description: 'Default: by the target column; `forecast` if `order_by` is given.',
      }),
    ),
    validate: Type.Optional(
      Type.Object(
        {
          scheme: Type.Optional(
            Type.Enum(['random', 'group', 'forward'], {
              description: '`random` rows, all rows of a `group`, or rows later than the training rows.',
            }),
          ),
          group: Type.Optional({
            ...columnName,
            description:
              'Column whose rows with the same value are held out together, so that figures hold for new values.',
          }),
          order: Type.Optional({
            ...columnName,
            description: 'Column of dates or numbers: the held-out rows come after the training rows.',
          }),
        },
        {
          additionalProperties: false,
          title: 'ModelValidation',
          description: 'How rows are held out for figures and bounds. Default: detected from the rows.',
        },
      ),
    ),
    order_by: Type.Optional(
      Type.String({
        ...columnName,
        description:
          'Requests a forecast: the column of times (dates, months such as 2024-01 or Jan-24, quarters such as 2024-Q1, weeks such as 2024-W01, half-years such as 2024-H1, numbers such as 202401 or Unix seconds, or whole numbers), evenly spaced within a series. At most a fifth may be missing; repeated times in a series are refused without `aggregate`.',
      }),
    ),
    group_by: Type.Optional(
      Type.Array(columnName, { maxItems: 20, description: 'Forecasts: the columns that identify the series.' }),
    ),
    aggregate: Type.Optional(
      Type.Enum([...aggregates], {
        description:
          'Forecasts: how several rows of one series and time become one value. `count` counts rows with a target, of any type; at a time without rows `sum` and `count` are 0. Times without a step, such as those of single sales, are taken together by hour, day, week or month. Default: several rows are refused.',
      }),
    ),
    known_inputs: Type.Optional(
      Type.Array(columnName, {
        maxItems: 50,
        description:
          'Forecasts: columns whose future values you know, such as a price (numbers, true or false, or at most 30 words). They are used where forecasts of the past err less with them, which `describe` tells; each question then needs their values: from later rows of the table without a target, `params.future`, or its own row.',
      }),
    ),
    holidays: Type.Optional(
      Type.String({
        pattern: '^[A-Z]{2}(-[A-Z0-9]{1,10}){0,2}$',
        maxLength: 24,
        description:
          'Forecasts by the day or the hour: the country whose public holidays count, such as `DE`, or a part of it, such as `DE-BY` or `US-CA`. They are used where forecasts of the past err less with them.',
      }),
    ),
    window: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 400,
        description:
          'Forecasts: number of past steps that the trees see. Default: one season. Other methods see the last 2,000.',
      }),
    ),
    horizon: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 1000,
        description: 'Forecasts: number of steps that are tested and predicted. Default: one season, or 6 without one.',
      }),
    ),
  },
  { additionalProperties: false, title: 'ModelOptions' },
);

export type ModelOptions = Static<typeof modelOptions>;

const { group_by, ignore, known_inputs, ...otherOptions } = modelOptions.properties;

/** The options as sent: one column may be given without brackets. */
export const givenOptions = Type.Object(
  {
    ...otherOptions,
    ignore: Type.Optional(Type.Union([ignore, columnName])),
    group_by: Type.Optional(Type.Union([group_by, columnName])),
    known_inputs: Type.Optional(Type.Union([known_inputs, columnName])),
  },
  { additionalProperties: false, title: 'ModelOptionsGiven' },
);

/** Converts the options to their stored form. */
export function settledOptions({
  ignore,
  group_by,
  known_inputs,
  ...others
}: Static<typeof givenOptions>): ModelOptions {
  const listed = (columns: string | string[]) => (typeof columns === 'string' ? [columns] : columns);
  return {
    ...others,
    ...(ignore !== undefined && { ignore: listed(ignore) }),
    ...(group_by !== undefined && { group_by: listed(group_by) }),
    ...(known_inputs !== undefined && { known_inputs: listed(known_inputs) }),
  };
}
