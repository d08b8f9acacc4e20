import { join } from 'node:path';
import type { Caller } from '../../caller.ts';
import { RawJsonBody } from '../../http/request/unread-body.ts';
import { newId } from '../../ids.ts';
import { requesterOf } from '../../platform/workers/fair-turns.ts';
import { requireProject } from '../projects/service.ts';
import type { ModelServices } from './context.ts';
import { findModelFile } from './predict.ts';
import type { ModelAddress } from './service.ts';
import type { AnswerFormat, FileRequest, Formulas } from './serving/files/messages.ts';
import type { PredictParams } from './serving/predict-request.ts';
import { refuseGone } from './serving/refuse-gone.ts';
import { writePredictRequest } from './serving/write-request.ts';

type FileServices = Pick<
  ModelServices,
  'blobs' | 'database' | 'filePredicting' | 'limits' | 'metrics' | 'temporaryDirectory' | 'watches'
>;

/** A file of rows and the options of its prediction. */
export interface FileQuestion {
  source: FileRequest['source'];
  params: PredictParams;
  answer: AnswerFormat;
  formulas?: Formulas | undefined;
}

/**
 * Predicts the rows of a file in a process of its own. The model reads the cells as text, so that files and JSON follow
 * the same rule. Returns the path of the answer, which the caller deletes, and the encoding of a text.
 */
export async function predictFile(
  ctx: Caller & FileServices,
  address: ModelAddress,
  { source, params, answer, formulas }: FileQuestion,
  signal: AbortSignal,
): Promise<{ path: string; encoding: string | undefined }> {
  const { key: modelKey, modelId, projectId, picks } = await findModelFile(ctx, address);
  const outputPath = join(ctx.temporaryDirectory, `${newId('req')}.answer`);
  const model = { modelKey, modelPath: await ctx.blobs.path(modelKey).catch(refuseGone), modelId, projectId };
  const maxRows = ctx.limits.of(projectId).predict_rows;
  const request = { model, source, params, maxRows, outputPath, answer, formulas, picks: picks?.order };
  const { rows, seen, encoding } = await ctx.filePredicting.predict(request, requesterOf(ctx, projectId, signal));
  ctx.metrics.predictions.rows += rows;
  if (seen) picks?.add(seen);
  return { path: outputPath, encoding };
}

/**
 * Writes the rows of a JSON body to a file of JSON lines, so that they can be answered in another format. The caller
 * deletes it.
 */
export async function keepQuestion(
  ctx: Caller & Pick<ModelServices, 'answering' | 'database' | 'temporaryDirectory'>,
  { project }: ModelAddress,
  body: unknown,
  signal: AbortSignal,
): Promise<Pick<FileQuestion, 'source' | 'params'>> {
  const path = join(ctx.temporaryDirectory, `${newId('req')}.rows`);
  const source = { path, format: 'ndjson' } as const;
  if (!(body instanceof RawJsonBody)) return { source, params: await writePredictRequest(path, body) };
  const { id } = await requireProject(ctx, project);
  return {
    source,
    params: await ctx.answering.keepQuestion({ bytes: body.bytes, path }, requesterOf(ctx, id, signal)),
  };
}
