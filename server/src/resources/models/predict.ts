import { isUtf8 } from 'node:buffer';
import { open } from 'node:fs/promises';
import { setImmediate as giveWay } from 'node:timers/promises';
import type { Caller } from '../../caller.ts';
import { mayReach } from '../../caller.ts';
import { parseJsonBody, textOfJson } from '../../http/request/json-body.ts';
import { RawJsonBody } from '../../http/request/unread-body.ts';
import { compileCheck } from '../../http/request/validation.ts';
import { requesterOf } from '../../platform/workers/fair-turns.ts';
import { requireProject } from '../projects/service.ts';
import type { ModelContext, ModelServices } from './context.ts';
import { requireAnswering } from './describe.ts';
import { type ModelAddress, requireModel } from './service.ts';
import { AnswerRooms } from './serving/answer-rooms.ts';
import { loadFile } from './serving/load-file.ts';
import type { ModelFile } from './serving/model-cache.ts';
import { predictBody, readPredictRequest } from './serving/predict-request.ts';
import { refuseGone } from './serving/refuse-gone.ts';
import { ServedModel } from './serving/served-model.ts';

/**
 * The JSON of the predicted rows, joined by the separator: one string, or UTF-8 pieces when long, or UTF-8 with room for
 * what stands around them.
 */
export type AnsweredRows = string | readonly Uint8Array[] | RowsWithRoom;

const rooms = new AnswerRooms();

/** Answers with one free byte before and one behind them. */
export class RowsWithRoom {
  readonly bytes: Uint8Array<ArrayBuffer>;

  constructor(bytes: Uint8Array<ArrayBuffer>) {
    this.bytes = bytes;
  }

  /** Lets other answers use the memory: it must have been sent, or belong to nobody any more. */
  release(): void {
    rooms.giveBack(this.bytes);
  }
}

/** The JSON of some rows, joined, and their number. */
interface QuickAnswer {
  text: string | Uint8Array;
  rows: number;
}

const encoder = new TextEncoder();
const take = (bytes: number) => rooms.take(bytes);

interface Asking {
  body: unknown;
  separator: string;
  /** Returns a signal that is aborted when the caller has disconnected. */
  signal(): AbortSignal;
}

/**
 * Answers a predict body with the JSON of the rows, in order. This is the hot path: for a model in memory and a cheap
 * question it awaits nothing and reads no database, so it returns the text itself instead of a promise. Expensive
 * questions go to a thread.
 */
export function predictRows(
  ctx: ModelContext,
  address: ModelAddress,
  asking: Asking,
): AnsweredRows | Promise<AnsweredRows> {
  const served = ctx.models.find(address.project, address.model);
  return served && mayReach(ctx, served.projectId)
    ? answerWith(ctx, served, asking)
    : answerOnceLoaded(ctx, address, asking);
}

/** Answers a predict body with rows as objects. */
export async function predictObjects<Row>(
  ctx: ModelContext,
  address: ModelAddress,
  body: object,
  signal: AbortSignal,
): Promise<Row[]> {
  const answered = await predictRows(ctx, address, { body, separator: ',', signal: () => signal });
  if (answered instanceof RowsWithRoom) throw new TypeError('only bytes are answered so');
  const pieces = typeof answered === 'string' ? [answered] : answered.map((piece) => Buffer.from(piece).toString());
  return JSON.parse(`[${pieces.join()}]`);
}

function answerWith(
  ctx: Caller & Pick<ModelServices, 'answering' | 'blobs' | 'limits' | 'metrics'>,
  served: ServedModel,
  asking: Asking,
): AnsweredRows | Promise<AnsweredRows> {
  const { body, separator } = asking;
  if (!(body instanceof RawJsonBody)) {
    const answer = predictAtOnce(ctx, served, body, separator);
    if (answer === undefined) return answerInThread(ctx, served, asking);
    keepAnswer(ctx, served, answer.rows);
    return typeof answer.text === 'string' ? answer.text : [answer.text];
  }
  const { bytes } = body;
  if (bytes.length > mostParsedBytes) return answerInThread(ctx, served, asking);
  const answers = predictJson(ctx, served, bytes, separator);
  if (answers === 'too_much') return answerInThread(ctx, served, asking);
  return answers ?? answerWith(ctx, served, { ...asking, body: checkBody(parseJsonBody(textOfJson(bytes))) });
}

/** A body from this size on, about a thousand rows, is read in a thread, because that would block other requests. */
const mostParsedBytes = 128 * 1024;
const checkBody = compileCheck(predictBody, 'json');

/** Answers a usual body from its bytes; undefined for all others, `too_much` for what a thread does. */
function predictJson(
  { limits, metrics }: Pick<ModelServices, 'limits' | 'metrics'>,
  served: ServedModel,
  bytes: Uint8Array,
  separator: string,
): RowsWithRoom | 'too_much' | undefined {
  const { quickLimits } = served;
  const rows = Math.min(quickLimits.rows, limits.of(served.projectId).predict_rows);
  const answers = isUtf8(bytes) ? served.answerJson(bytes, separator, { ...quickLimits, rows }, { take }) : undefined;
  if (!answers || answers === 'too_much') return answers;
  keepAnswer({ metrics }, served, answers.rows);
  return new RowsWithRoom(answers.pieces[0]);
}

/**
 * Answers a checked predict body on the main thread; returns undefined when it is too expensive. Who sends the answer
 * counts it, by `keepAnswer`.
 */
export function predictAtOnce(
  { limits }: Pick<ModelServices, 'limits'>,
  served: ServedModel,
  body: unknown,
  separator: string,
): QuickAnswer | undefined {
  const request = readPredictRequest(body, limits.of(served.projectId).predict_rows);
  const text = served.answerQuickly(request, separator);
  return text === undefined ? undefined : { text, rows: request.rows.length };
}

/** Counts an answer of `predictAtOnce`, for the metrics and for the watch of the model. */
export function keepAnswer({ metrics }: Pick<ModelServices, 'metrics'>, served: ServedModel, rows: number): void {
  metrics.predictions.rows += rows;
  served.picks?.keep();
}

async function answerInThread(
  ctx: Caller & Pick<ModelServices, 'answering' | 'blobs' | 'limits' | 'metrics'>,
  served: Pick<ModelFile, 'key' | 'modelId' | 'projectId' | 'picks'>,
  { body, separator, signal }: Asking,
) {
  const { key: modelKey, modelId, projectId, picks } = served;
  const maxRows = ctx.limits.of(projectId).predict_rows;
  const modelPath = await ctx.blobs.path(modelKey).catch(refuseGone);
  const bytes = body instanceof RawJsonBody ? body.bytes : encoder.encode(JSON.stringify(body));
  const request = { modelKey, modelPath, modelId, projectId, bytes, separator, maxRows, picks: picks?.order };
  const { pieces, rows, seen } = await ctx.answering.answer(request, requesterOf(ctx, projectId, signal()));
  ctx.metrics.predictions.rows += rows;
  if (seen) picks?.add(seen);
  return pieces;
}

/**
 * Loads the model after checking the caller: models in memory are shared by all callers, so the load itself uses the
 * rights of the service. A large model is loaded only in a thread, where it blocks nobody.
 */
async function answerOnceLoaded(ctx: ModelContext, address: ModelAddress, asking: Asking): Promise<AnsweredRows> {
  await requireProject(ctx, address.project);
  const whole = { ...ctx, projects: undefined };
  const found = await ctx.models.load(address.project, address.model, {
    find: () => findModelFile(whole, address),
    read: (file) => readServedModel(whole, file),
  });
  return found instanceof ServedModel ? answerWith(ctx, found, asking) : answerInThread(ctx, found, asking);
}

/** Returns the file of the version that answers at an address. */
export async function findModelFile(
  ctx: Caller & Pick<ModelServices, 'blobs' | 'database' | 'watches'>,
  address: ModelAddress,
): Promise<ModelFile> {
  const found = await requireModel(ctx, address);
  const { blob_key, version } = await requireAnswering(ctx, found);
  const sizes = await ctx.blobs.path(blob_key!).then(sizesOf).catch(refuseGone);
  const picks = await ctx.watches.open(found.model, version);
  return { key: blob_key!, modelId: found.model.id, projectId: found.model.project_id, ...sizes, picks };
}

/** A file begins with the length of its header. */
async function sizesOf(path: string): Promise<Pick<ModelFile, 'byteSize' | 'headerBytes'>> {
  await using file = await open(path);
  const { size } = await file.stat();
  const { buffer, bytesRead } = await file.read(Buffer.alloc(8), 0, 8, 0);
  return { byteSize: size, headerBytes: bytesRead === 8 ? Number(buffer.readBigUInt64LE()) : 0 };
}

async function readServedModel(
  ctx: Pick<ModelServices, 'blobs' | 'metrics'>,
  { key, modelId, projectId, picks }: ModelFile,
): Promise<ServedModel> {
  ctx.metrics.predictions.loads += 1;
  const path = await ctx.blobs.path(key).catch(refuseGone);
  const { model, byteSize, cost } = await loadFile(path);
  const served = new ServedModel({ id: modelId, project_id: projectId }, model, { key, byteSize }, cost);
  served.picks = picks;
  await giveWay(); // the first answer prepares the search of incomplete rows, which takes half as long again
  return served;
}
