import { FairTurns } from '../../platform/workers/fair-turns.ts';
import type { ModelContext } from './context.ts';

/** Jobs on clusters that one process follows at once: each takes little here while the cluster works. */
export const followedAtOnce = 64;

/** Jobs on clusters do their work at home, before and after the cluster's, when it is their project's turn. */
export interface RayContext extends ModelContext {
  rayTurns: FairTurns;
}

/** @param places processes at once for such work */
export function withRayTurns(ctx: ModelContext, places: number): RayContext {
  return { ...ctx, rayTurns: new FairTurns({ places, waiting: { name: 'waiting_requests', value: 1000 } }) };
}

/** Does work at home for a job on a cluster. */
export async function inTurn<Result>(
  { rayTurns }: Pick<RayContext, 'rayTurns'>,
  { project, signal }: { project: string; signal: AbortSignal },
  work: () => Promise<Result>,
): Promise<Result> {
  const turn = await rayTurns.take({ project, caller: '', signal });
  try {
    return await work();
  } finally {
    turn.end();
  }
}
