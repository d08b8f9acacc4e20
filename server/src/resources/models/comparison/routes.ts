import { Type } from 'typebox';
import type { App } from '../../../http/reply/app.ts';
import { problems } from '../../../http/reply/schemas.ts';
import { signalOf } from '../../../http/request/abort.ts';
import { contextOf } from '../../../http/request/caller.ts';
import { addressOf } from '../../../http/resource/address.ts';
import type { ModelServices } from '../context.ts';
import { modelPath } from '../schemas.ts';
import { compareWith } from './compare-with.ts';

const orNull = <Shape extends Parameters<typeof Type.Union>[0][number]>(shape: Shape) =>
  Type.Union([shape, Type.Null()]);

const side = Type.Object(
  {
    model: Type.String(),
    version: Type.Integer(),
    scheme: orNull(Type.String({ description: 'How its rows were held out: `random`, `group` or `forward`.' })),
    warnings: Type.Array(Type.String(), { description: 'Those of its training.' }),
    may_leak: Type.Boolean({
      description:
        'Whether a warning says that inputs give the target away: if they are not known beforehand, being better means nothing.',
    }),
  },
  { title: 'ComparedModel' },
);

const figure = Type.Object(
  {
    metric: Type.String({ examples: ['auc'] }),
    value: Type.Number(),
    other: Type.Number(),
    difference: Type.Number({ description: '`value` minus `other`.' }),
    standard_error: Type.Number({
      description: 'Of the difference. Both are asked the same rows, so what makes these hard for both cancels out.',
    }),
    better: orNull(
      Type.Enum(['this', 'other'], {
        description:
          'Which one is better, beyond two standard errors; null where chance explains the difference, or where the one in front may have learned from the rows. See `may_leak` of the better one.',
      }),
    ),
  },
  { title: 'ComparedFigure' },
);

const comparison = Type.Object(
  {
    target: Type.String(),
    this: side,
    other: side,
    headline: Type.String({ description: 'The metric to judge by: the first of the figures.' }),
    rows: Type.Integer({ description: 'Rows with a known truth that both are asked.' }),
    new_to_this: Type.Integer({ description: 'Rows among them that only the other one was trained with.' }),
    new_to_other: Type.Integer({ description: 'Rows among them that only this one was trained with.' }),
    is_seen: Type.Boolean({
      description: 'Whether one of both may have learned from the rows, because it keeps no answers to held-out ones.',
    }),
    figures: Type.Array(figure),
  },
  { title: 'ModelComparison' },
);

export function addComparisonRoutes(app: App, services: ModelServices): void {
  app.get(
    '/api/projects/:projectName/models/:modelName/comparison',
    {
      schema: {
        tags: ['Models'],
        operationId: 'compareModels',
        summary: 'Compare two models or versions of one target',
        description:
          'On the same rows, which neither learned from: those that both trainings held out, and those that only one table has, which the other model is asked now.',
        params: modelPath,
        querystring: Type.Object(
          {
            with: Type.String({
              minLength: 1,
              maxLength: 150,
              description: 'Another model, `name` or `name@2`, or another version of this one, `@2`.',
              examples: ['rent_by_area@2'],
            }),
          },
          { additionalProperties: false },
        ),
        response: {
          200: comparison,
          ...problems(
            'invalid_input',
            'project_not_found',
            'model_not_found',
            'version_not_found',
            'model_not_ready',
            'model_damaged',
            'not_comparable',
            'queue_full',
          ),
        },
      },
      config: { action: 'models.describe' },
    },
    async (request, reply) =>
      compareWith(contextOf(request, services), addressOf(request.params), request.query.with, signalOf(reply)),
  );
}
