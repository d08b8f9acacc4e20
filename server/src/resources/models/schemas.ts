import { type Static, Type } from 'typebox';
import { name, nameOrId, projectName, recordFields, timestamp } from '../../http/reply/schemas.ts';
import { listQueryFields } from '../../http/request/listing.ts';
import { fileFields } from '../tables/schemas.ts';
import { columnName } from './column-name.ts';
import { alarm } from './monitoring/alarm-schema.ts';
import { monitorSettings } from './monitoring/settings.ts';
import { givenOptions, modelOptions } from './options-schema.ts';
import { retrainingPolicies, retrainingSchedule } from './retraining/schedule.ts';
import { predictParams } from './serving/predict-request.ts';

export const modelPath = Type.Object({
  projectName,
  modelName: Type.String({
    minLength: 1,
    maxLength: 140,
    description: 'Name or ID of the model, followed by `.N` for version N.',
    examples: ['home_rentals_model', 'home_rentals_model.2'],
  }),
});

const { decimal: _, date_order: __, blanks: ___, types: ____, columns: _____, ...writingFields } = fileFields;

/** For spreadsheets that run cells of strangers as formulas. */
export const formulas = Type.Enum(['keep', 'escape'], {
  description:
    '`escape` puts an apostrophe before each text of CSV or TSV that a spreadsheet would run as a formula, such as `=1+1`. Numbers stay as they are, and texts of .xlsx are never formulas.',
  default: 'keep',
});

/** Rows have no place in an address. */
const { history: ______, future: _______, ...plainParams } = predictParams.properties;

/** Options for a file of rows. The model itself knows how to read the cells. */
export const fileQuery = Type.Object(
  { ...plainParams, ...writingFields, formulas: Type.Optional(formulas) },
  { additionalProperties: false },
);
export type FileQuery = Static<typeof fileQuery>;

const cell = Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()]);

const fromTable = Type.Object({ table: nameOrId }, { additionalProperties: false, title: 'FromTable' });
const fromQuery = Type.Object(
  {
    sql: Type.String({ minLength: 1 }),
    connection: Type.Optional({
      ...nameOrId,
      description: 'The database to query. Default: the tables of the project.',
    }),
  },
  { additionalProperties: false, title: 'FromQuery' },
);

export const modelSource = Type.Union(
  [
    fromTable,
    fromQuery,
    Type.Object(
      { rows: Type.Array(Type.Record(Type.String(), cell), { minItems: 1 }) },
      { additionalProperties: false, title: 'FromRows' },
    ),
  ],
  { description: 'What to learn from: `{table}`, `{sql}`, `{sql, connection}` or `{rows}`.' },
);

export const modelCreation = Type.Object(
  {
    name,
    target: Type.Optional(columnName),
    predict: Type.Optional(Type.String({ ...columnName, description: 'Another spelling of `target`.' })),
    from: modelSource,
    options: Type.Optional(givenOptions),
  },
  {
    additionalProperties: false,
    examples: [{ name: 'rent', target: 'rental_price', from: { table: 'home_rentals' } }],
  },
);
export type ModelCreation = Static<typeof modelCreation>;

export const modelRetraining = Type.Union([
  Type.Object(
    {
      from: Type.Optional(modelSource),
      options: Type.Optional(givenOptions),
      policy: Type.Optional(
        Type.Enum([...retrainingPolicies], { description: "Of this version, instead of the model's `policy`." }),
      ),
    },
    { additionalProperties: false, examples: [{ options: { time_budget_seconds: 120 } }] },
  ),
  Type.Null(),
]);
export type ModelRetraining = Static<typeof modelRetraining>;

export const modelGrowth = Type.Union([
  Type.Object(
    { from: Type.Optional(Type.Union([fromTable, fromQuery])) },
    { additionalProperties: false, title: 'ModelGrowth', examples: [{ from: { table: 'home_rentals' } }] },
  ),
  Type.Null(),
]);
export type ModelGrowth = Static<typeof modelGrowth>;

const statuses = ['queued', 'training', 'complete', 'failed', 'cancelled'] as const;

export const modelListQuery = Type.Object(
  { ...listQueryFields, status: Type.Optional(Type.Enum(statuses)) },
  { additionalProperties: false },
);

const trainingProgress = Type.Object(
  {
    phase: Type.String({ examples: ['searching'] }),
    fraction: Type.Number({ minimum: 0, maximum: 1 }),
    eta_seconds: Type.Union([Type.Number(), Type.Null()]),
    best_score: Type.Union([Type.Number(), Type.Null()]),
    rows_read: Type.Optional(Type.Integer({ description: 'Rows read so far, in the phase `reading the source`.' })),
    rounds: Type.Optional(Type.Integer({ description: 'Rounds of boosting so far, on a Ray cluster.' })),
  },
  { title: 'Progress' },
);
export type TrainingProgress = Static<typeof trainingProgress>;

const orNull = <Shape extends Parameters<typeof Type.Union>[0][number]>(shape: Shape) =>
  Type.Union([shape, Type.Null()]);

const headline = Type.Object(
  {
    metric: Type.Enum(['auc', 'balanced_accuracy', 'r2_score', 'mase'], {
      description:
        'Of two classes `auc`, of more `balanced_accuracy`, of numbers `r2_score`, of forecasts `mase`: no model without inputs does well by it.',
    }),
    value: Type.Number(),
    standard_error: orNull(Type.Number()),
    baseline: orNull(
      Type.Number({ description: 'What a model without inputs gets, or for forecasts the seasonal naive.' }),
    ),
  },
  { title: 'Headline', description: 'The figure to judge the model by.' },
);
export type Headline = Static<typeof headline>;

const cost = Type.Object(
  {
    value: Type.Number({ description: 'Mean cost of a held-out row, by `options.costs`.' }),
    standard_error: Type.Number(),
    usual: Type.Number({ description: 'What it would be by always answering the likelier class.' }),
    saved: Type.Number({ description: 'How much less that is, and its standard error on the same rows.' }),
    saved_error: Type.Number(),
  },
  {
    title: 'ErrorCost',
    description: 'What errors cost, where `options.costs` say it: the figure to judge the model by.',
  },
);

const figuresByName = Type.Record(Type.String(), Type.Number());

const accuraciesElsewhere = Type.Object(
  {
    column: orNull(
      Type.String({
        description:
          'The column whose new values or other times are asked; null for rows that repeat none, where others do.',
      }),
    ),
    scheme: Type.Enum(['group', 'forward', 'random'], {
      description:
        '`group`: rows with a value of the column that the training does not have; `forward`: rows later than it; `random`: rows of known times, where `accuracies` are for later ones.',
    }),
    accuracies: figuresByName,
    standard_errors: figuresByName,
    baseline: figuresByName,
    coverage: Type.Object(
      { expected: Type.Number(), observed: Type.Number(), standard_error: Type.Number() },
      { description: 'Share of such rows inside their bounds of 0.9, or answered rightly beside the mean confidence.' },
    ),
    held_rows: Type.Integer({ description: 'Rows that were held out in this way.' }),
    independent: Type.Integer({ description: 'Independent pieces of evidence among them.' }),
  },
  { title: 'AccuraciesElsewhere', description: 'What the model is worth on rows of another kind.' },
);

export const modelRecord = Type.Object(
  {
    ...recordFields,
    project: Type.String(),
    target: Type.String(),
    status: Type.Enum(statuses, { description: 'Training time of the version that this record shows.' }),
    progress: orNull(trainingProgress),
    version: Type.Integer({
      description: 'The version that this record shows: the latest unless `.N` selects another.',
    }),
    active: Type.Boolean({ description: 'Whether this is the active version.' }),
    active_version: orNull(Type.Integer({ description: 'The active version; null until one is complete.' })),
    task: orNull(Type.Enum(['regression', 'binary', 'multiclass', 'forecast'])),
    accuracy: orNull(
      Type.Number({ description: 'R², the share of right answers, or of a forecast 1 - sMAPE / 2; cut to 0 to 1.' }),
    ),
    headline: orNull(headline),
    cost: orNull(cost),
    accuracies: orNull(Type.Record(Type.String(), Type.Number())),
    baseline: orNull(
      Type.Record(Type.String(), Type.Number(), {
        description: 'Each accuracy for always predicting the most frequent class, the mean, or the median (mae).',
      }),
    ),
    standard_errors: orNull(
      Type.Record(Type.String(), Type.Number(), { description: 'Standard error of each accuracy.' }),
    ),
    accuracies_elsewhere: orNull(
      Type.Array(accuraciesElsewhere, {
        description:
          'The same figures for rows of other kinds, where these differ beyond chance; `accuracies` are for rows like those of the table.',
      }),
    ),
    validation: orNull(
      Type.Record(Type.String(), Type.Unknown(), {
        description: 'How rows were held out (`scheme`, `column`, `reason`), and how much that matters (`compared`).',
      }),
    ),
    inputs: orNull(Type.Array(Type.String())),
    warnings: orNull(
      Type.Array(Type.String(), {
        description:
          'Warnings about the table to read before trusting the model: a column that reveals the target, rare classes …',
      }),
    ),
    source: Type.Record(Type.String(), Type.Unknown()),
    options: modelOptions,
    grown_from: orNull(
      Type.Integer({ description: 'The version that this one grew on from, by `update`; null where all was tried.' }),
    ),
    row_count: orNull(Type.Integer()),
    training_seconds: orNull(Type.Number()),
    error: orNull(Type.String({ description: 'What went wrong, as a sentence that the user can act on.' })),
    monitor: orNull(monitorSettings),
    alarms: Type.Array(alarm, { description: 'The open alarms of the watch.' }),
    schedule: orNull(retrainingSchedule),
    policy: orNull(Type.Enum([...retrainingPolicies])),
    started_at: orNull(timestamp),
    finished_at: orNull(timestamp),
  },
  { title: 'Model' },
);
export type ModelRecord = Static<typeof modelRecord>;
