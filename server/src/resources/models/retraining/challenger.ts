import { ServiceError } from '../../../errors.ts';
import { encodeJson } from '../../../platform/db/json.ts';
import type { ModelContext } from '../context.ts';
import { recordOf } from '../record.ts';
import type { ModelRecord } from '../schemas.ts';
import { activateOf, type ModelAddress, requireModel } from '../service.ts';
import { type ModelRow, models, selectVersion, type VersionRow } from '../store.ts';
import { challengerOf } from './challenger-of.ts';
import { tellValidations } from './tell-validations.ts';

/** Returns the last retrained version beside the one that answers. */
export async function getChallenger(ctx: ModelContext, address: ModelAddress) {
  const { project, model } = await requireModel(ctx, address);
  const challenger = challengerOf(model);
  const select = async (number: number | null) =>
    number === null ? undefined : await selectVersion(ctx.database, model.id, number);
  const champion = await select(challenger?.champion ?? model.active_version);
  const retrained = await select(challenger?.version ?? null);
  const describe = (version: VersionRow | undefined): ModelRecord | null =>
    version ? recordOf({ model, version }, project.name) : null;
  const told = [challenger?.reason, tellValidations(champion, retrained)].filter((one) => one !== undefined);
  return {
    model: model.name,
    champion: describe(champion),
    challenger: describe(retrained),
    decision: challenger?.decision ?? null,
    reason: challenger ? told.join(' ') : null,
    compared: challenger?.compared ?? null,
    decided_at: challenger?.decided_at ?? null,
  };
}

const words = { accept: 'activated', reject: 'rejected' } as const;

/** Attempts where others change the model at the same moment. */
const mostAttempts = 5;

/** Lets a waiting version answer, or not. */
export async function settleChallenger(ctx: ModelContext, address: ModelAddress, verdict: 'accept' | 'reject') {
  for (let attempt = 1; ; attempt += 1) {
    const { model } = await requireModel(ctx, address);
    try {
      await settle(ctx, model, verdict);
      return getChallenger(ctx, address);
    } catch (error) {
      // Somebody may have settled it, which the next attempt tells.
      const isStale = error instanceof ServiceError && error.code === 'stale_record';
      if (!isStale || attempt === mostAttempts) throw error;
    }
  }
}

/** Writes the verdict and what follows from it in one change of the model, unless that was changed since it was read. */
async function settle(ctx: ModelContext, model: ModelRow, verdict: 'accept' | 'reject'): Promise<void> {
  const waiting = challengerOf(model);
  if (waiting?.decision !== 'waiting')
    throw new ServiceError('wrong_state', `No version of model ${model.name} waits to be accepted or rejected.`);
  const reason = `Version ${waiting.version} was ${verdict}ed by ${ctx.actor}.`;
  const settled = { ...waiting, decision: words[verdict], reason, decided_at: new Date().toISOString() };
  const challenger = encodeJson(settled);
  if (verdict === 'accept') await activateOf(ctx, model, waiting.version, { challenger });
  else await models.change(ctx, model, { challenger });
}
