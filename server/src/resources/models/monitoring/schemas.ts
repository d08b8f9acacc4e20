import { type Static, Type } from 'typebox';
import { timestamp } from '../../../http/reply/schemas.ts';
import { alarm } from './alarm-schema.ts';
import { monitorSettings } from './settings.ts';

const orNull = <Shape extends Parameters<typeof Type.Union>[0][number]>(shape: Shape) =>
  Type.Union([shape, Type.Null()]);

const distance = Type.Object({
  distance: Type.Number({
    description: 'Greatest difference of a share, or of a cumulative share for numbers: 0 to 1.',
  }),
  rows: Type.Integer({
    description: 'Rows of the sample that these figures are of: those of the window, or of it and up to two before it.',
  }),
  chance: Type.Number({
    description: 'Chance of such a distance in this window and column alone if nothing had changed.',
  }),
  significance: Type.Number({ description: 'The chance of it in any column and window looked at so far.' }),
  is_drift: Type.Boolean({
    description:
      'Whether `significance` is below 0.01, `distance` at least 0.05 (of answers 0.1), and `rows` at least 30.',
  }),
});

const columnDrift = Type.Intersect([
  Type.Object({
    column: Type.String(),
    missing: Type.Number({ description: 'Share of rows without a cell.' }),
    missing_in_training: Type.Number(),
    unseen: Type.Number({ description: 'Share of rows with a value that training never saw, or that cannot be read.' }),
  }),
  distance,
]);

const together = Type.Object(
  {
    auc: Type.Number({ description: 'Area under the curve of held-out rows: 0.5 where they cannot be told apart.' }),
    standard_error: Type.Number(),
    columns: Type.Array(Type.String(), { description: 'Columns that tell them apart, the most telling first.' }),
    significance: Type.Number(),
    is_drift: Type.Boolean(),
  },
  { description: 'A classifier of training rows and asked rows.' },
);

const figure = Type.Object(
  {
    metric: Type.Enum(
      ['accuracy', 'auc', 'f1_macro', 'mae', 'rmse', 'r2_score', 'bias', 'typical_bias', 'coverage', 'calibration'],
      {
        description:
          '`bias` is the mean of truth minus prediction, `typical_bias` the median of the differences between errors and those of held-out training rows (Hodges and Lehmann): few large errors do not hide it. `auc` needs 10 truths of each of two classes, `f1_macro` 5 of each of more.',
      },
    ),
    value: Type.Number(),
    standard_error: Type.Number(),
    training: orNull(Type.Number({ description: 'What held-out training rows showed.' })),
    training_standard_error: orNull(Type.Number()),
  },
  { title: 'LiveFigure' },
);

const spread = Type.Object({ mean: Type.Number(), deviation: Type.Number() });

const window = Type.Object(
  {
    start: timestamp,
    end: timestamp,
    version: Type.Integer(),
    is_complete: Type.Boolean({ description: 'Whether the window has ended and was judged.' }),
    rows: Type.Integer({ description: 'Answered rows.' }),
    drawn: Type.Integer({ description: 'Rows of the random sample that all other figures come from.' }),
    columns: Type.Array(columnDrift),
    answers: Type.Object({
      counts: Type.Array(
        Type.Object({ value: Type.Union([Type.String(), Type.Number(), Type.Boolean()]), count: Type.Integer() }),
        {
          description: 'Classes: drawn rows by answer.',
        },
      ),
      quantiles: orNull(
        Type.Array(Type.Number(), { description: 'Numbers: least, 5 %, 25 %, 50 %, 75 %, 95 %, greatest.' }),
      ),
      drift: orNull(distance),
      confidence: orNull(spread),
      width: orNull(Type.Object({ ...spread.properties, training: orNull(Type.Number()) })),
    }),
    together: orNull(together),
    estimated: orNull(
      Type.Object(
        {
          metric: Type.Enum(['accuracy', 'mae']),
          value: Type.Number(),
          standard_error: Type.Number(),
          training: orNull(Type.Number()),
        },
        {
          description:
            'An estimate without truths: the mean confidence of the answers, or the error of the training times the growth of the bounds. It knows nothing of a relation that has changed.',
        },
      ),
    ),
    shadow: orNull(
      Type.Object(
        {
          version: Type.Integer(),
          drawn: Type.Integer({ description: 'Rows of the sample that it answered.' }),
          difference: Type.Number({
            description: 'Classes: share of rows with another class. Numbers: mean size of the difference.',
          }),
        },
        { description: 'What a version that waits to be accepted would have answered.' },
      ),
    ),
    truths: Type.Integer({ description: 'Rows whose truth is known.' }),
    live: Type.Array(figure, { description: 'What these truths show.' }),
  },
  { title: 'MonitoringWindow' },
);

const shadowCompared = Type.Object(
  {
    version: Type.Integer({ description: 'The challenger.' }),
    champion: Type.Integer({ description: 'The version that answered.' }),
    truths: Type.Integer({ description: 'Truths of rows that both answered, at most the newest 50,000.' }),
    figures: Type.Array(
      Type.Object({
        metric: Type.Enum(['accuracy', 'mae', 'coverage']),
        champion: Type.Number(),
        challenger: Type.Number(),
        gain: orNull(Type.Number({ description: 'Above 0 the challenger is better; null for coverage.' })),
        standard_error: Type.Number({ description: 'Of the gain, row by row; of the challenger’s coverage.' }),
      }),
    ),
  },
  {
    title: 'ShadowCompared',
    description: 'The challenger that answers in the background, beside the version that answers. Null without one.',
  },
);

export const monitoring = Type.Object(
  {
    model: Type.String(),
    version: Type.Integer({ description: 'The active version.' }),
    monitor: orNull(monitorSettings),
    alarms: Type.Array(alarm),
    truths: Type.Object({
      joined: Type.Integer(),
      waiting: Type.Integer({ description: 'Truths of rows without a known answer.' }),
    }),
    shadow: orNull(shadowCompared),
    windows: Type.Array(window, { description: 'The oldest first.' }),
  },
  { title: 'Monitoring' },
);
export type Monitoring = Static<typeof monitoring>;
export type MonitoringWindow = Static<typeof window>;

const cell = Type.Unknown();
export const truthsBody = Type.Union([Type.Array(Type.Record(Type.String(), cell)), Type.Record(Type.String(), cell)], {
  title: 'Truths',
  description:
    'Rows with the true target: each with the ID of an asked row (`id`, `__service_row_id` or the `id_column` of the settings), or with the cells that were asked, which are then answered again. A later truth of a prediction replaces an earlier one.',
  examples: [[{ id: 'order-17', rental_price: 2900 }]],
});

export const truthsReceived = Type.Object(
  {
    received: Type.Integer(),
    joined: Type.Integer({ description: 'Truths whose answer is known.' }),
    waiting: Type.Integer({
      description: 'Truths whose row is not in the sample, or not yet.',
    }),
    unseen_classes: Type.Optional(
      Type.Object(
        {
          count: Type.Integer(),
          examples: Type.Array(Type.String(), { description: 'At most five of them, as they were sent.' }),
        },
        {
          description:
            'Truths with a class that training never saw, which count as wrong predictions: new classes, or spelling errors. Absent without any.',
        },
      ),
    ),
  },
  { title: 'TruthsReceived' },
);
export type TruthsReceived = Static<typeof truthsReceived>;
