import { stat } from 'node:fs/promises';
import { loadModel } from '@sibyl/engine/load.ts';
import type { Caller } from '../../caller.ts';
import { mayReach } from '../../caller.ts';
import { RawJsonBody } from '../../http/request/unread-body.ts';
import { askerOf } from '../../platform/workers/fair-turns.ts';
import { requireProject } from '../projects/service.ts';
import type { ModelContext, ModelServices } from './context.ts';
import { requireAnswering } from './describe.ts';
import { type ModelAddress, requireModel } from './service.ts';
import type { ModelFile } from './serving/model-cache.ts';
import { readQuestion } from './serving/questions.ts';
import { ServedModel } from './serving/served-model.ts';
import { sha256 } from './sha256.ts';

/** The JSON texts of the answered rows, put together with the separator: whole, or in pieces (UTF-8) when it is long. */
export type AnsweredRows = string | readonly Uint8Array[];

interface Asking {
  body: unknown;
  separator: string;
  /** Fires when nobody waits for the answer any more. */
  signal(): AbortSignal;
}

/**
 * Answers a predict body with the JSON texts of the rows, in order. The hot path: for a model in memory and a question
 * that costs little nothing is awaited and no database is read, so the text itself comes back, not a promise. What costs
 * more is worked out in a thread.
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

function answerWith(
  ctx: Caller & Pick<ModelServices, 'answering' | 'blobs' | 'limits' | 'metrics'>,
  served: ServedModel,
  asking: Asking,
): AnsweredRows | Promise<AnsweredRows> {
  const { body, separator } = asking;
  if (body instanceof RawJsonBody) return answerInThread(ctx, served, body.text, asking);
  return predictAtOnce(ctx, served, body, separator) ?? answerInThread(ctx, served, JSON.stringify(body), asking);
}

/** Answers a checked predict body on the main thread; undefined where it costs too much for that. */
export function predictAtOnce(
  { limits, metrics }: Pick<ModelServices, 'limits' | 'metrics'>,
  served: ServedModel,
  body: unknown,
  separator: string,
): AnsweredRows | undefined {
  const question = readQuestion(body, limits.of(served.projectId).predict_rows);
  if (!served.isQuick(question)) return undefined;
  const rows = served.answer(question, separator);
  metrics.predictions.rows += question.rows.length;
  return typeof rows === 'string' ? rows : [rows];
}

async function answerInThread(
  ctx: Caller & Pick<ModelServices, 'answering' | 'blobs' | 'limits' | 'metrics'>,
  served: ModelFile,
  text: string,
  { separator, signal }: Asking,
) {
  const { key: modelKey, modelId, projectId } = served;
  const maxRows = ctx.limits.of(projectId).predict_rows;
  const modelPath = await ctx.blobs.path(modelKey);
  const request = { modelKey, modelPath, modelId, projectId, text, separator, maxRows };
  const { pieces, rows } = await ctx.answering.answer(request, askerOf(ctx, projectId, signal()));
  ctx.metrics.predictions.rows += rows;
  return pieces;
}

/**
 * Models in memory are shared by all callers, so each loads with the eyes of the service once its own have been checked. A
 * large one is loaded by a thread alone: to read and check it here would hold up everybody.
 */
async function answerOnceLoaded(ctx: ModelContext, address: ModelAddress, asking: Asking): Promise<AnsweredRows> {
  await requireProject(ctx, address.project);
  const whole = { ...ctx, projects: undefined };
  const found = await ctx.models.load(address.project, address.model, {
    find: () => findModelFile(whole, address),
    read: (file) => readServedModel(whole, file),
  });
  if (found instanceof ServedModel) return answerWith(ctx, found, asking);
  const { body } = asking;
  return answerInThread(ctx, found, body instanceof RawJsonBody ? body.text : JSON.stringify(body), asking);
}

/** The file of the version that answers at an address. */
export async function findModelFile(
  ctx: Caller & Pick<ModelServices, 'blobs' | 'database'>,
  address: ModelAddress,
): Promise<ModelFile> {
  const found = await requireModel(ctx, address);
  const { blob_key } = await requireAnswering(ctx, found);
  const { size: byteSize } = await stat(await ctx.blobs.path(blob_key!));
  return { key: blob_key!, modelId: found.model.id, projectId: found.model.project_id, byteSize };
}

async function readServedModel(
  ctx: Pick<ModelServices, 'blobs' | 'metrics'>,
  { key, modelId, projectId }: ModelFile,
): Promise<ServedModel> {
  ctx.metrics.predictions.loads += 1;
  const bytes = await ctx.blobs.read(key);
  return new ServedModel({ id: modelId, project_id: projectId }, loadModel(bytes, sha256), {
    key,
    byteSize: bytes.byteLength,
  });
}
