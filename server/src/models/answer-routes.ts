import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import type { Parts } from '../context.ts';
import { contextOf } from '../http/caller.ts';
import { bodyFaults, documented, problems } from '../http/schemas.ts';
import type { App } from '../http/server.ts';
import { compileCheck } from '../http/validation.ts';
import { describeAttributes, describeModel } from './describe.ts';
import { predictRows } from './predict.ts';
import { addressOf } from './routes.ts';
import { modelPath } from './schemas.ts';
import { predictBody } from './serving/questions.ts';

const tags = ['Models'];
const linesType = 'application/x-ndjson';
const one = '/api/projects/:projectName/models/:modelName';
const missing = ['project_not_found', 'model_not_found', 'version_not_found', 'model_not_ready'] as const;

const predictionExample = {
  __service_row_id: null,
  days_on_market: '10',
  location: 'good',
  neighborhood: 'downtown',
  number_of_bathrooms: null,
  number_of_rooms: null,
  rental_price: 3021.4,
  rental_price_anomaly: null,
  rental_price_confidence: 0.9,
  rental_price_explain:
    '{"predicted_value":3021.4,"confidence":0.9,"anomaly":null,"truth":null,"confidence_lower_bound":2920.1,"confidence_upper_bound":3122.7}',
  rental_price_max: 3122.7,
  rental_price_min: 2920.1,
  rental_price_original: null,
  select_data_query: null,
  sqft: '823',
  when_data: null,
};

const predictionRow = Type.Record(Type.String(), Type.Unknown(), {
  title: 'PredictionRow',
  description: 'The columns of the model as sent, and the prediction with its confidence, bounds and explanation.',
  examples: [predictionExample],
});

const attribute = Type.Enum(describeAttributes, { description: 'What to tell; `info` when absent.' });
/** The body of describe (SPEC.md 4.5): OpenAPI tools balk at a body on GET, so no route schema reaches it. */
const checkDescribeBody = compileCheck(
  Type.Union([
    Type.Object({ attribute: Type.Optional(Type.Union([attribute, Type.Null()])) }, { additionalProperties: false }),
    Type.Null(),
  ]),
  'json',
);

/** The routes that a trained model answers by: SPEC.md 4.4 and 4.5. */
export function addAnswerRoutes(app: App, parts: Parts): void {
  app.post(
    `${one}/predict`,
    {
      schema: {
        tags,
        operationId: 'predict',
        summary: 'Predict rows',
        description:
          'One answer per row, in order. Where a column is named like a field of the prediction (`price_min` beside a target `price`), the prediction has the field. `Accept: application/x-ndjson` streams a row a line.',
        params: modelPath,
        body: predictBody,
        response: {
          200: documented({
            description: 'Model queried successfully.',
            content: {
              'application/json': { schema: Type.Array(predictionRow) },
              'application/x-ndjson': { schema: predictionRow },
            },
          }),
          ...problems(...bodyFaults, ...missing, 'too_many_rows'),
        },
      },
      config: { action: 'models.predict', answers: ['application/json', linesType] },
    },
    // Not async: a row whose model is in memory is answered without a turn of the event loop.
    (request, reply) => {
      const isLines = prefersLines(request.headers.accept);
      const send = isLines ? sendLines : sendArray;
      const ctx = contextOf(request, parts);
      const chunks = predictRows(ctx, addressOf(request.params), request.body, isLines ? '\n' : ',');
      return chunks instanceof Promise ? chunks.then((all) => send(reply, all)) : send(reply, chunks);
    },
  );

  app.get(
    `${one}/describe`,
    {
      schema: {
        tags,
        operationId: 'describe',
        summary: 'Describe a model',
        description: 'The attribute may come in the JSON body or in the query string.',
        params: modelPath,
        querystring: Type.Object({ attribute: Type.Optional(attribute) }, { additionalProperties: false }),
        response: {
          200: Type.Array(Type.Object({}, { additionalProperties: true }), {
            description: 'For `info`: accuracies, column importances, inputs, stages and outputs of the model.',
          }),
          ...problems(...bodyFaults, ...missing),
        },
      },
      config: { action: 'models.describe' },
    },
    async (request) => {
      const body = checkDescribeBody(request.body ?? null);
      return describeModel(
        contextOf(request, parts),
        addressOf(request.params),
        body?.attribute ?? request.query.attribute,
      );
    },
  );
}

function sendArray(reply: FastifyReply, chunks: string[]): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(`[${chunks.join(',')}]`);
}

/** An array for whoever takes both, as the playground does, unless lines are named first. */
function prefersLines(accept = ''): boolean {
  const [lines, array] = [accept.indexOf(linesType), accept.indexOf('application/json')];
  return lines >= 0 && (array < 0 || lines < array);
}

function sendLines(reply: FastifyReply, chunks: string[]): FastifyReply {
  return reply.type(linesType).send(Readable.from(chunks.filter(Boolean).map((chunk) => `${chunk}\n`)));
}
