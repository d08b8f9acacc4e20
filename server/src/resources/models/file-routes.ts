import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { invalidField } from '../../errors.ts';
import { signalOf } from '../../http/request/abort.ts';
import { takes } from '../../http/request/accept.ts';
import { contextOf } from '../../http/request/caller.ts';
import { FileBody } from '../../http/request/unread-body.ts';
import { withSpooledBody } from '../../http/request/uploads.ts';
import { requireProject } from '../projects/service.ts';
import { formatOfType, typeOfFormat } from '../tables/media-types.ts';
import type { ModelServices } from './context.ts';
import { keepQuestion, predictFile } from './predict-file.ts';
import { predictLines } from './predict-lines.ts';
import type { FileQuery } from './schemas.ts';
import type { ModelAddress } from './service.ts';
import type { AnswerFormat } from './serving/files/messages.ts';
import { type PredictParams, predictParams } from './serving/predict-request.ts';

/** Types of bodies and responses other than JSON. */
export const fileTypes = Object.keys(formatOfType).filter((type) => type !== 'application/json');

/** Returns the format that the `Accept` header asks for; undefined when JSON is accepted too, or without the header. */
export function fileAnswerOf(accept: string | undefined): AnswerFormat | undefined {
  if (accept === undefined || accept === '*/*' || accept === 'application/json') return undefined;
  if (takes(accept, 'application/json')) return undefined;
  const type = fileTypes.find((one) => takes(accept, one));
  return type === undefined ? undefined : formatOfType[type];
}

interface FileRequest {
  request: FastifyRequest;
  reply: FastifyReply;
  address: ModelAddress;
  query: FileQuery;
}

/** Predicts a file of rows and answers with a file, in the same format unless another one is accepted. */
export async function answerFileBody(services: ModelServices, asked: FileRequest): Promise<FastifyReply> {
  const { request, reply, address, query } = asked;
  const ctx = contextOf(request, services);
  const { id } = await requireProject(ctx, address.project);
  const limit = { name: 'upload_bytes', value: ctx.limits.of(id).upload_bytes } as const;
  const options = { folder: ctx.temporaryDirectory, limit };
  const { params, format: said, formulas, ...fileOptions } = splitQuery(query);
  try {
    const lines = await longLinesOf(asked, { said, params, fileOptions });
    if (lines !== undefined) {
      const asking = { body: lines, params, limit, signal: signalOf(reply), requestId: request.id };
      const answers = await predictLines(ctx, address, asking);
      return reply.type('application/x-ndjson').send(answers);
    }
    const answered = await withSpooledBody(request, options, async ({ path, mediaType }) => {
      const format = said ?? formatOfType[mediaType];
      const answer = fileAnswerOf(request.headers.accept) ?? jsonAnswerOf(request.headers.accept) ?? format;
      const source = { path, format, options: fileOptions, maxBytes: limit.value };
      const question = { source, params, answer, formulas };
      return { answer, ...(await predictFile(ctx, address, question, signalOf(reply))) };
    });
    return await sendFile(reply, answered);
  } catch (error) {
    // A refusal may be sent before the whole file has arrived; the rest must not be read as the next request.
    if (!request.raw.complete) reply.header('connection', 'close');
    throw error;
  }
}

/** Bytes up to which lines are answered as a file, whose first fault decides about the status of the whole. */
const mostShortLines = 1024 * 1024;

interface ReadQuery {
  said: string | undefined;
  params: PredictParams;
  fileOptions: object;
}

/**
 * Returns the stream of plain lines that are to be answered with lines, if they are long; undefined for everything
 * else, whose body stays as it is.
 */
async function longLinesOf(
  { request }: FileRequest,
  { said, params, fileOptions }: ReadQuery,
): Promise<AsyncIterable<Buffer> | undefined> {
  const { accept, 'content-type': type = '', 'content-length': length } = request.headers;
  const isPlain = formatOfType[type.split(';')[0].trim().toLowerCase()] === 'ndjson' && (said ?? 'ndjson') === 'ndjson';
  const answer = fileAnswerOf(accept) ?? jsonAnswerOf(accept) ?? 'ndjson';
  const hasOptions = Object.values(fileOptions).some((value) => value !== undefined) || params.explain;
  const isShort = Number(length ?? mostShortLines) < mostShortLines;
  if (!isPlain || answer !== 'ndjson' || hasOptions || isShort || !(request.body instanceof FileBody)) return undefined;
  const { stream } = request.body;
  const begun: Buffer[] = [];
  const chunks = (stream as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
  for (let size = 0; size < mostShortLines; ) {
    const { done, value } = await chunks.next();
    if (done) break;
    begun.push(value);
    size += value.length;
  }
  const isGzip = begun[0]?.[0] === 0x1f && begun[0][1] === 0x8b;
  const all = (async function* () {
    yield* begun;
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value;
  })();
  if (!isGzip && begun.reduce((sum, { length }) => sum + length, 0) >= mostShortLines) return all;
  request.body = new FileBody(Readable.from(all));
  return undefined;
}

/** JSON counts only when named: with `*\/*` the answer has the format of the upload. */
function jsonAnswerOf(accept: string | undefined): 'json' | undefined {
  return accept?.includes('application/json') ? 'json' : undefined;
}

/** Answers a JSON body with a file. */
export async function answerWithFile(
  services: ModelServices,
  { request, reply, address, query: { formulas } }: FileRequest,
  answer: AnswerFormat,
): Promise<FastifyReply> {
  const ctx = contextOf(request, services);
  const signal = signalOf(reply);
  const { source, params } = await keepQuestion(ctx, address, request.body, signal);
  try {
    const answered = await predictFile(ctx, address, { source, params, answer, formulas }, signal);
    return await sendFile(reply, { answer, ...answered });
  } finally {
    await rm(source.path, { force: true });
  }
}

/** Sends a file and deletes it afterwards. */
export async function sendFile(
  reply: FastifyReply,
  { answer, path, encoding = 'utf-8' }: { answer: AnswerFormat; path: string; encoding?: string | undefined },
) {
  const { size } = await stat(path);
  const stream = createReadStream(path);
  stream.once('close', () => void rm(path, { force: true }));
  reply.type(typeOfFormat[answer].replace('utf-8', encoding)).header('content-length', size);
  return reply.send(stream);
}

type PlainParams = Omit<PredictParams, 'history' | 'future'>;

/** What is no parameter of a prediction tells how the file is written. */
function splitQuery({ skip_rows, header_row, ...query }: FileQuery) {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const isParam = ([name]: [string, unknown]) => Object.hasOwn(predictParams.properties, name);
  const params: PlainParams = Object.fromEntries(given.filter(isParam));
  const file: Omit<typeof query, keyof PlainParams> = Object.fromEntries(given.filter((one) => !isParam(one)));
  return { params, skipRows: skip_rows, headerRow: header_row, ...file };
}

/** Refuses query parameters that would be ignored for rows in JSON. */
export function refuseQueryOfJson(query: FileQuery): void {
  // Explorers of the API send every parameter they know; defaults, and parameters without meaning for JSON, are
  // accepted.
  const usual: FileQuery = { missing: 'infer', unknown_columns: 'refuse', record: true };
  for (const [name, value] of Object.entries(query))
    if (name in predictParams.properties && value !== usual[name as keyof FileQuery])
      throw invalidField(
        `?${name}`,
        'is for files of rows; with JSON it goes into `params` of the body',
        'not_allowed',
      );
}
