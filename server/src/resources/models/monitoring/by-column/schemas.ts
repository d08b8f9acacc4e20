import { Type } from 'typebox';
import { timestamp } from '../../../../http/reply/schemas.ts';

const orNull = <Shape extends Parameters<typeof Type.Union>[0][number]>(shape: Shape) =>
  Type.Union([shape, Type.Null()]);
const edge = orNull(Type.Union([Type.Number(), Type.String()]));

const part = Type.Object(
  {
    kind: Type.Enum(['value', 'rarer_values', 'range', 'length', 'below', 'above', 'unseen', 'missing'], {
      description:
        'What the rows have in common: a value, one of the rarer values of the training rows, a number or moment in a range, a text of so many characters, a number below (`up_to`) or above (`above`) all of the training rows, a value that training never saw, or no cell.',
    }),
    value: orNull(Type.String()),
    above: edge,
    up_to: edge,
    truths: Type.Integer(),
    error: Type.Number(),
    standard_error: Type.Number(),
    elsewhere: orNull(Type.Number({ description: 'The same figure of all other rows.' })),
    significance: Type.Number({
      description: 'The chance of being so much worse than elsewhere in any part looked at, if it were not.',
    }),
    is_worse: Type.Boolean({ description: 'Whether `significance` is below 0.01.' }),
    before: orNull(Type.Number({ description: 'The figure of the same part in windows before `from`.' })),
    before_significance: orNull(Type.Number()),
    got_worse: Type.Boolean({ description: 'Whether `before_significance` is below 0.01.' }),
  },
  { title: 'ErrorPart' },
);

export const errorsByColumn = Type.Object(
  {
    model: Type.String(),
    version: Type.Integer(),
    metric: Type.Enum(['error_rate', 'mae'], {
      description: 'Classes: the share of wrong answers. Numbers: the mean absolute error.',
    }),
    from: orNull(timestamp),
    truths: Type.Integer({ description: 'Truths since `from` whose rows are known.' }),
    error: orNull(Type.Number()),
    standard_error: orNull(Type.Number()),
    looked_at: Type.Integer({ description: 'Parts with at least 30 truths, which were compared.' }),
    columns: Type.Array(Type.Object({ column: Type.String(), parts: Type.Array(part) }), {
      description: 'At most 20, the most telling first.',
    }),
  },
  { title: 'ErrorsByColumn' },
);
