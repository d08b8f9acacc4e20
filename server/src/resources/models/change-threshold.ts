import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { chooseThreshold } from '@sibyl/engine/curves/choose-threshold.ts';
import { TrainingError } from '@sibyl/engine/errors.ts';
import type { ModelDescription } from '@sibyl/engine/model.ts';
import { invalidField, ServiceError } from '../../errors.ts';
import { newId } from '../../ids.ts';
import { dropFiles } from '../../platform/blobs/drop-blobs.ts';
import { decodeJson, encodeJson } from '../../platform/db/json.ts';
import type { Transaction } from '../../platform/db/transact.ts';
import { requesterOf } from '../../platform/workers/fair-turns.ts';
import type { ModelChange } from './change-schema.ts';
import type { ModelContext } from './context.ts';
import { requireAnswering } from './describe.ts';
import { noteNewAnswers } from './monitoring/new-answers.ts';
import type { ModelOptions } from './options-schema.ts';
import { prepareWatch } from './retraining/settle.ts';
import type { FoundModel } from './service.ts';
import { refuseGone } from './serving/refuse-gone.ts';
import { outcomeOf, updateVersion, type VersionRow } from './store.ts';

type ThresholdChange = Pick<ModelChange, 'threshold' | 'costs'>;

/** A version with another threshold: its new file lies beside the old one until `write` has been committed. */
export interface NewThreshold {
  version: number;
  /** Null where the likelier class is answered. */
  threshold: number | null;
  write(transaction: Transaction): Promise<void>;
  /** After the commit. */
  finish(): Promise<void>;
  /** Instead of the commit: deletes the new file. */
  giveUp(): Promise<void>;
}

/**
 * Prepares the answering version (or version N) to answer by another threshold.
 * @throws ServiceError `model_not_ready`, `wrong_state`, `invalid_input`
 */
export async function prepareThreshold(
  ctx: ModelContext,
  found: FoundModel,
  change: ThresholdChange,
): Promise<NewThreshold> {
  const version = await requireAnswering(ctx, found);
  const options = changedOptions(decodeJson<ModelOptions>(version.options), change);
  const former = decodeJson<ModelDescription>(version.description!);
  refuseOtherTasks(former, version.version);
  const description = chosenBy(former, options);
  if (!description)
    throw new ServiceError(
      'wrong_state',
      `Version ${version.version} has no threshold: that needs rows held out by a training of this program. Train it again.`,
    );
  const { blobKey, growth } = await writeFile(ctx, found, version, options);
  const { finished_at: _, ...outcome } = outcomeOf(description, '');
  const changed = { ...outcome, options: encodeJson(options), blob_key: blobKey };
  return {
    version: version.version,
    threshold: description.chosen?.threshold ?? null,
    async write(transaction) {
      const byte_size = version.byte_size === null ? null : version.byte_size + growth;
      if (!(await updateVersion(transaction, version, ['complete'], { ...changed, byte_size })))
        throw new ServiceError('version_not_found', `Version ${version.version} was deleted at the same moment.`);
      await noteNewAnswers(transaction, version);
    },
    async finish() {
      dropLater(ctx, version.blob_key!);
      await prepareWatch(ctx, { ...version, blob_key: blobKey });
    },
    giveUp: () => dropFiles(ctx.blobs, [blobKey]),
  };
}

function refuseOtherTasks({ classes }: ModelDescription, version: number): void {
  if (classes?.length === 2) return;
  const predicted = classes ? `${classes.length} classes` : 'numbers';
  throw new ServiceError(
    'wrong_state',
    `Version ${version} predicts ${predicted}: a threshold and costs are for a target of two classes.`,
  );
}

/** @throws ServiceError `invalid_input` when costs name no class of the target */
function chosenBy(description: ModelDescription, options: ModelOptions): ModelDescription | undefined {
  try {
    return chooseThreshold(description, options);
  } catch (error) {
    if (!(error instanceof TrainingError)) throw error;
    throw invalidField(
      '/costs',
      `must name a class of the target: ${description.classes?.join(' or ')}`,
      'not_allowed',
    );
  }
}

/** How long a file is kept for predictions that began with it; after a restart the sweep deletes it. */
const keptMs = 60_000;

function dropLater({ blobs }: ModelContext, key: string): void {
  setTimeout(() => dropFiles(blobs, [key]), keptMs).unref();
}

/** Costs decide the threshold, unless it is sent too. */
function changedOptions(
  { threshold: former, costs: formerCosts, ...others }: ModelOptions,
  { threshold, costs }: ThresholdChange,
): ModelOptions {
  const settled = threshold === undefined && costs === undefined ? former : threshold;
  const kept = threshold === undefined && costs === null ? former : settled;
  const keptCosts = costs === undefined ? formerCosts : costs;
  return {
    ...others,
    ...(kept !== undefined && kept !== null && { threshold: kept }),
    ...(keptCosts !== undefined && keptCosts !== null && { costs: keptCosts }),
  };
}

async function writeFile(ctx: ModelContext, { model }: FoundModel, version: VersionRow, asked: ModelOptions) {
  const id = newId('req');
  const outputPath = join(ctx.temporaryDirectory, `${id}.model`);
  const path = await ctx.blobs.path(version.blob_key!).catch(refuseGone);
  const { threshold, costs } = asked;
  const request = { path, asked: { threshold, costs }, outputPath };
  const { size: formerSize } = await stat(path).catch(refuseGone);
  await ctx.importer.rewrite(request, requesterOf(ctx, model.project_id)).catch(async (error) => {
    await rm(outputPath, { force: true });
    throw error;
  });
  const { size } = await stat(outputPath);
  const blobKey = `models/${model.id}/${version.version}.${id}.model`;
  await ctx.blobs.adopt(blobKey, outputPath);
  return { blobKey, growth: size - formerSize };
}
