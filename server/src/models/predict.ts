import { loadModel } from '@sibyl/engine/load.ts';
import type { Context } from '../context.ts';
import { mayReach, requireProject } from '../projects/service.ts';
import { requireAnswering } from './describe.ts';
import { type ModelAddress, requireModel } from './service.ts';
import { type Question, readQuestion } from './serving/questions.ts';
import { ServedModel } from './serving/served-model.ts';

/**
 * Answers a predict body with the JSON texts of the rows, in order, put together with `separator`: one string a chunk
 * of rows. The hot path: for a model in memory and up to a chunk of rows nothing is awaited and no database is read,
 * so the texts themselves come back, not a promise.
 */
export function predictRows(
  ctx: Context,
  address: ModelAddress,
  body: unknown,
  separator: string,
): string[] | Promise<string[]> {
  const question = readQuestion(body, ctx.config.maxPredictRows);
  const served = ctx.models.find(address.project, address.model);
  return served && mayReach(ctx, served.projectId)
    ? served.answer(question, separator)
    : answerOnceLoaded(ctx, address, question, separator);
}

/** Models in memory are shared by all callers, so each loads with the eyes of the service once its own have been checked. */
async function answerOnceLoaded(
  ctx: Context,
  address: ModelAddress,
  question: Question,
  separator: string,
): Promise<string[]> {
  await requireProject(ctx, address.project);
  const whole = { ...ctx, projects: undefined };
  const served = await ctx.models.load(address.project, address.model, () => loadServedModel(whole, address));
  return served.answer(question, separator);
}

async function loadServedModel(ctx: Context, address: ModelAddress): Promise<ServedModel> {
  const found = await requireModel(ctx, address);
  const version = await requireAnswering(ctx, found);
  const bytes = await ctx.blobs.read(version.blob_key!);
  return new ServedModel(found.model, loadModel(bytes), bytes.byteLength);
}
