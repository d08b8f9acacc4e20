import { type Static, Type } from 'typebox';
import { name, recordFields } from '../../../http/reply/schemas.ts';
import { usage } from '../completions/schemas.ts';
import { agentPath } from '../schemas.ts';

export const evaluationPath = Type.Object({
  ...agentPath.properties,
  evaluationName: Type.String({ minLength: 1, maxLength: 140, description: 'Name or ID of the evaluation.' }),
});

const cell = Type.Union([Type.String({ maxLength: 10_000 }), Type.Number(), Type.Boolean(), Type.Null()]);
const orNull = <Shape extends Parameters<typeof Type.Union>[0][number]>(shape: Shape) =>
  Type.Union([shape, Type.Null()]);

export const expectation = Type.Union(
  [
    Type.Object(
      { value: Type.Union([Type.String({ minLength: 1, maxLength: 10_000 }), Type.Number(), Type.Boolean()]) },
      {
        additionalProperties: false,
        title: 'ExpectedValue',
        description: 'A number or text that the answer must contain.',
      },
    ),
    Type.Object(
      { rows: Type.Array(Type.Array(cell), { maxItems: 1000 }) },
      {
        additionalProperties: false,
        title: 'ExpectedRows',
        description: 'Rows that its last query must return, in any order.',
      },
    ),
    Type.Object(
      { passage: Type.String({ minLength: 1, maxLength: 10_000 }) },
      { additionalProperties: false, title: 'ExpectedPassage', description: 'Text that it must cite or quote.' },
    ),
    Type.Object(
      { refuses: Type.Literal(true) },
      {
        additionalProperties: false,
        title: 'ExpectedRefusal',
        description: 'The answer must say that it does not know.',
      },
    ),
  ],
  { description: 'When the answer counts as right.' },
);
export type Expectation = Static<typeof expectation>;

const question = Type.Object(
  { question: Type.String({ minLength: 1, maxLength: 10_000 }), expected: expectation },
  { additionalProperties: false, title: 'EvaluationQuestion' },
);
export type Question = Static<typeof question>;

const kept = Type.Object(
  { message: Type.String({ maxLength: 140, description: '`trace_id` of a good answer, which is expected again.' }) },
  { additionalProperties: false, title: 'KeptAnswer' },
);

export const evaluationCreation = Type.Object(
  {
    name,
    version: Type.Optional(
      Type.Integer({ minimum: 1, description: 'Version of the agent. Default: the current one.' }),
    ),
    questions: Type.Optional(Type.Array(Type.Union([question, kept]), { minItems: 1, maxItems: 500 })),
    questions_of: Type.Optional(
      Type.String({ maxLength: 140, description: 'Another evaluation of the agent, whose questions are asked again.' }),
    ),
  },
  {
    additionalProperties: false,
    examples: [
      {
        name: 'before_release',
        questions: [
          { question: 'How many homes are there?', expected: { value: 5037 } },
          { question: 'Who won the war?', expected: { refuses: true } },
        ],
      },
    ],
  },
);
export type EvaluationCreation = Static<typeof evaluationCreation>;

const summary = {
  done: Type.Integer({ description: 'Number of questions asked so far.' }),
  right: Type.Integer(),
  score: orNull(
    Type.Number({ description: 'Share of the asked questions that were answered correctly; null before the first.' }),
  ),
  usage,
  milliseconds_mean: orNull(Type.Integer()),
  milliseconds_p95: orNull(Type.Integer()),
};
export type Summary = Static<Type.TObject<typeof summary>>;

export const evaluationRecord = Type.Object(
  {
    ...recordFields,
    project: Type.String(),
    agent: Type.String(),
    version: Type.Integer({ description: "Version of the agent's settings." }),
    status: Type.Enum(['queued', 'running', 'complete', 'failed'] as const),
    error: orNull(Type.String()),
    total: Type.Integer({ description: 'Questions.' }),
    ...summary,
  },
  { title: 'Evaluation' },
);
export type EvaluationRecord = Static<typeof evaluationRecord>;

const evaluationResult = Type.Object(
  {
    question: Type.String(),
    expected: expectation,
    is_right: Type.Boolean(),
    difference: orNull(Type.String({ description: 'What is wrong with the answer.' })),
    answer: orNull(Type.String({ description: 'Null without one.' })),
    sql: Type.Array(Type.String(), { description: 'The executed queries.' }),
    finish_reason: orNull(Type.String()),
    milliseconds: Type.Integer(),
    usage,
  },
  { title: 'EvaluationResult' },
);
export type Result = Static<typeof evaluationResult>;

export const evaluationWithResults = Type.Object(
  { ...evaluationRecord.properties, results: Type.Array(evaluationResult) },
  { title: 'EvaluationWithResults' },
);
export type EvaluationWithResults = Static<typeof evaluationWithResults>;

export const comparisonQuery = Type.Object(
  {
    with: Type.String({
      minLength: 1,
      maxLength: 140,
      description: 'Name or ID of another evaluation, also of another agent of the project.',
    }),
  },
  { additionalProperties: false },
);

const side = Type.Object({
  is_right: Type.Boolean(),
  answer: orNull(Type.String()),
  difference: orNull(Type.String()),
});
export const comparison = Type.Object(
  {
    before: evaluationRecord,
    after: evaluationRecord,
    better: Type.Integer({ description: 'Questions that are right now and were not before.' }),
    worse: Type.Integer(),
    difference: orNull(
      Type.Object(
        {
          score: Type.Number({ description: 'Of the share of right answers.' }),
          standard_error: orNull(Type.Number()),
          p_value: Type.Number({
            description: 'Of an exact sign test: how likely so many changes to one side are by chance.',
          }),
          milliseconds: Type.Integer(),
          tokens: orNull(Type.Number()),
          cost: orNull(
            Type.Number({
              description:
                'Answers without a language model cost nothing; null where the cost of another is not known.',
            }),
          ),
        },
        { title: 'EvaluationDifference', description: 'After minus before, a question that both asked.' },
      ),
    ),
    unmatched: Type.Integer({ description: 'Questions that only one of the two asked.' }),
    changed: Type.Array(Type.Object({ question: Type.String(), before: side, after: side }), {
      description: 'Questions that went from right to wrong or back.',
    }),
  },
  { title: 'EvaluationComparison' },
);
export type Comparison = Static<typeof comparison>;
