import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import { isPlain } from '../../http/fast-path/open-server.ts';
import type { App } from '../../http/reply/app.ts';
import { bodyFaults, documented, problems } from '../../http/reply/schemas.ts';
import { signalOf } from '../../http/request/abort.ts';
import { preferredOf } from '../../http/request/accept.ts';
import { contextOf } from '../../http/request/caller.ts';
import { FileBody } from '../../http/request/unread-body.ts';
import { takeFileBodies } from '../../http/request/uploads.ts';
import { compileCheck, validateWhatIsRead } from '../../http/request/validation.ts';
import { addressOf } from '../../http/resource/address.ts';
import type { ModelServices } from './context.ts';
import { describeAttributes, describeModel } from './describe.ts';
import { answerFileBody, answerWithFile, fileAnswerOf, fileTypes, refuseQueryOfJson } from './file-routes.ts';
import { type AnsweredRows, predictRows, RowsWithRoom } from './predict.ts';
import { fileQuery, modelPath } from './schemas.ts';
import { predictBody } from './serving/predict-request.ts';

const tags = ['Models'];
const linesType = 'application/x-ndjson';
const one = '/api/projects/:projectName/models/:modelName';
export const predictRoute = `${one}/predict`;
/** Bodies from this size on are answered from their bytes. */
const leaveUnreadFrom = 4 * 1024;
const missing = [
  'project_not_found',
  'model_not_found',
  'version_not_found',
  'model_not_ready',
  'model_damaged',
] as const;

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

const tableTypes = fileTypes.filter((type) => !/ndjson|jsonl/.test(type));
const answeredTable = Type.Unsafe<string>({
  description:
    'The columns as sent, then for a target `price`: `price` (`price_predicted` where the file has a column `price`), `price_confidence`, `price_min` and `price_max` (for classes `price_probability_<class>`), `price_anomaly` where the file has the target, `price_remarks` (what was not given, not seen in training, or far outside of it), and with `explain` `price_base` and `price_contribution_<column>`. Where the file has a column of such a name it stays, and the figure is called `price_min_2` (`_3` …).',
});

const attribute = Type.Enum(describeAttributes, { description: 'What to describe. Default: `info`.' });
/**
 * Checks the body of describe. It is not in the route schema, because OpenAPI tools reject a body on GET.
 */
const checkDescribeBody = compileCheck(
  Type.Union([
    Type.Object({ attribute: Type.Optional(Type.Union([attribute, Type.Null()])) }, { additionalProperties: false }),
    Type.Null(),
  ]),
  'json',
);

/** Adds the routes of predict and describe. */
export async function addAnswerRoutes(app: App, services: ModelServices): Promise<void> {
  await app.register(async (scope) => addPredictRoute(scope as App, services));
  addDescribeRoute(app, services);
}

function addPredictRoute(app: App, services: ModelServices): void {
  takeFileBodies(app, fileTypes);
  app.post(
    predictRoute,
    {
      schema: {
        tags,
        operationId: 'predict',
        summary: 'Predict rows',
        description:
          'One answer per row, in order. Where a column is named like a field of the prediction (`price_min` beside a target `price`), the prediction has the field. `Accept: application/x-ndjson` streams a row a line. Rows may also come as a file (CSV, TSV, NDJSON, Parquet, .xlsx, each also packed with gzip), with the parameters in the query string. Lines (NDJSON) of 1 MiB or more are answered while they still arrive, in any number; a row that cannot be answered then ends the answer with its problem as the last line. The answer has the format that was sent unless `Accept` names another; CSV, TSV, Parquet and .xlsx have the columns as sent and those of the prediction behind them.',
        params: modelPath,
        querystring: fileQuery,
        body: predictBody,
        response: {
          200: documented({
            description: 'Model queried successfully.',
            content: {
              'application/json': { schema: Type.Array(predictionRow) },
              'application/x-ndjson': { schema: predictionRow },
              ...Object.fromEntries(tableTypes.map((type) => [type, { schema: answeredTable }])),
            },
          }),
          ...problems(
            ...bodyFaults,
            ...missing,
            'too_many_rows',
            'upload_too_large',
            'unreadable_file',
            'queue_full',
            'query_time_limit',
            'query_memory_limit',
          ),
        },
      },
      config: { action: 'models.predict', answers: ['application/json', ...fileTypes], fileTypes, leaveUnreadFrom },
      validatorCompiler: validateWhatIsRead,
    },
    // Not async: a row whose model is in memory is answered without a turn of the event loop.
    (request, reply) => {
      const { body, params, query } = request;
      const { accept } = request.headers;
      const address = { project: params.projectName, model: params.modelName };
      if (body instanceof FileBody) return answerFileBody(services, { request, reply, address, query });
      refuseQueryOfJson(query);
      const isLines = prefersLines(accept);
      const file = isLines ? undefined : fileAnswerOf(accept);
      if (file !== undefined) return answerWithFile(services, { request, reply, address, query }, file);
      const send = isLines ? sendLines : sendArray;
      const ctx = contextOf(request, services);
      const signal = () => signalOf(reply);
      const rows = predictRows(ctx, address, { body, separator: isLines ? '\n' : ',', signal });
      if (!(rows instanceof Promise)) return send(reply, rows);
      const isInMemory = () => services.models.find(address.project, address.model) !== undefined;
      const wasCold =
        app.fastPath.admit !== undefined && isPlain(request.raw, Number.POSITIVE_INFINITY) && !isInMemory();
      return rows.then((all) => {
        // What Node reads stays with Node: of the next connection predictions are answered where their bytes arrive.
        if (wasCold && isInMemory()) reply.header('connection', 'close');
        return send(reply, all);
      });
    },
  );
}

function addDescribeRoute(app: App, services: ModelServices): void {
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
        contextOf(request, services),
        addressOf(request.params),
        body?.attribute ?? request.query.attribute,
      );
    },
  );
}

function sendArray(reply: FastifyReply, rows: AnsweredRows): FastifyReply {
  reply.type('application/json; charset=utf-8');
  if (rows instanceof RowsWithRoom) return sendBetween(reply, rows, '[', ']');
  return typeof rows === 'string' ? reply.send(`[${rows}]`) : sendPieces(reply, rows, ['[', ',', ']']);
}

/** Returns whether a caller prefers lines; without either name it gets an array. */
export function prefersLines(accept = ''): boolean {
  return accept.includes(linesType) && preferredOf(accept, ['application/json', linesType]) === linesType;
}

function sendLines(reply: FastifyReply, rows: AnsweredRows): FastifyReply {
  reply.type(linesType);
  if (rows instanceof RowsWithRoom) return sendBetween(reply, rows, '', '\n');
  const end = rows.length > 0 ? '\n' : '';
  // Sent as bytes, because Fastify would add a charset to text, which this type does not have.
  return typeof rows === 'string' ? reply.send(Buffer.from(rows + end)) : sendPieces(reply, rows, ['', '\n', end]);
}

function sendBetween(reply: FastifyReply, rows: RowsWithRoom, open: string, close: string): FastifyReply {
  const { bytes } = rows;
  // Node closes an answer once the system has its bytes, or the connection is gone.
  reply.raw.once('close', () => rows.release());
  const text = Buffer.from(bytes.buffer, bytes.byteOffset + 1 - open.length, bytes.length - 1 + open.length);
  text.write(open);
  text.write(close, text.length - close.length);
  return reply.send(text);
}

/** Sends pieces as fast as the client reads them. */
function sendPieces(
  reply: FastifyReply,
  pieces: readonly Uint8Array[],
  [open, between, close]: string[],
): FastifyReply {
  if (pieces.length === 1) return reply.send(Buffer.concat([Buffer.from(open), pieces[0], Buffer.from(close)]));
  const parts = pieces.flatMap((piece, index) => [Buffer.from(index === 0 ? open : between), piece]);
  const all = [...(pieces.length > 0 ? parts : [Buffer.from(open)]), Buffer.from(close)];
  reply.header(
    'content-length',
    all.reduce((sum, { byteLength }) => sum + byteLength, 0),
  );
  return reply.send(Readable.from(all));
}
