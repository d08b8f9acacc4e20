import type { Plan } from '../../../builtin/plan-kinds.ts';
import type { Planner } from '../../../builtin/planner.ts';

/** Returns a planner that answers only what it is sure of; all else it leaves to others at once, without calling a tool. */
export function onlySure(planner: Planner): Planner {
  return {
    findWords: (request, signal) => planner.findWords(request, signal),
    hint: (request, signal) => planner.hint(request, signal),
    async plan(request, signal) {
      const plan = await planner.plan(request, signal);
      return isSure(plan) ? plan : { kind: 'leave' };
    },
  };
}

/**
 * Whether a reading leaves nothing open: no word left out. Documents answer by the probability that their
 * passages answer, which the builtin answerer measures itself.
 */
function isSure(plan: Plan): boolean {
  if (plan.kind === 'read') return plan.isCertain;
  return plan.kind === 'predict' || plan.kind === 'search' || plan.kind === 'greet' || plan.kind === 'thank';
}
