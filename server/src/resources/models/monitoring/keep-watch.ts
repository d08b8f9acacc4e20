import type { Nodes } from '../../../platform/nodes/nodes.ts';
import type { ModelContext, ModelServices } from '../context.ts';
import { retrainWhenDue } from '../retraining/retrain-when-due.ts';
import { noteFindings } from './alarms.ts';
import { findDrift } from './findings.ts';
import { foldParts } from './fold.ts';
import { judgedUntil, judgeWindows, type OnVerdict } from './judge.ts';
import { deleteWindowsBefore, dropOldPicks, selectModelsToFold } from './store.ts';

const everyMs = 2000;
/** Windows whose drawn rows are kept; of older ones only the sketch is. */
const windowsWithRows = 50;
const dayMs = 86_400_000;

type WatchContext = ModelContext & { nodes: Nodes };

/**
 * Adds what nodes saw of watched models to their windows, judges windows that have ended, and retrains what is due; one
 * node does it at a time. Returns what stops it.
 */
export async function keepWatch(ctx: WatchContext): Promise<() => Promise<void>> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const onError = (err: unknown) => {
    if (!signal.aborted) ctx.log.error({ err }, 'a watched model could not be looked at; this is retried');
  };
  const mayWork = await ctx.nodes.lead('monitoring', onError);
  let round = Promise.resolve();
  let isBusy = false;
  const timer = setInterval(() => {
    if (isBusy || !mayWork()) return;
    isBusy = true;
    round = lookAtModels(ctx, signal, onError)
      .catch(onError)
      .finally(() => {
        isBusy = false;
      });
  }, everyMs).unref();
  return () => {
    clearInterval(timer);
    stopping.abort();
    return round;
  };
}

/** Ends early when the service stops: models and their windows may be many, and a judgement takes seconds. */
async function lookAtModels(ctx: ModelContext, signal: AbortSignal, onError: (error: unknown) => void): Promise<void> {
  for (const modelId of await selectModelsToFold(ctx.database, judgedUntil())) {
    if (signal.aborted) return;
    await lookAtModel(ctx, modelId, signal).catch(onError);
  }
  await retrainWhenDue(ctx, signal, onError);
}

async function lookAtModel(
  ctx: Pick<ModelServices, 'database' | 'events'>,
  modelId: string,
  signal: AbortSignal,
): Promise<void> {
  await foldParts(ctx, modelId);
  const onVerdict: OnVerdict = (transaction, window, verdict) => {
    const { version, window_start } = window;
    return noteFindings(ctx, transaction, modelId, [findDrift(verdict, { version, window_start })]);
  };
  await judgeWindows(ctx, modelId, { signal, onVerdict });
  await dropOldPicks(ctx.database, modelId, windowsWithRows);
}

/** Deletes windows and truths that are older than they are kept. */
export function forgetOldWindows({ config, database }: Pick<ModelServices, 'config' | 'database'>): Promise<void> {
  const before = new Date(Date.now() - config.monitorRetentionDays * dayMs).toISOString();
  return deleteWindowsBefore(database, before);
}
