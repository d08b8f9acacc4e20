import { grounding } from '../resources/agents/completions/schemas.ts';
import type { KeptAnswer } from '../resources/agents/conversations/schemas.ts';

/** What every door tells of where an answer comes from, beside what its protocol has. */
export type Origin = Pick<KeptAnswer, 'answered_by' | 'grounded' | 'unfounded_figures'>;

/** Its fields in the schemas of answers. */
export const originFields = grounding;

export function originOf({ answered_by, grounded, unfounded_figures }: Origin): Origin {
  return {
    ...(answered_by === undefined ? {} : { answered_by }),
    ...(grounded === undefined ? {} : { grounded }),
    ...(unfounded_figures === undefined ? {} : { unfounded_figures }),
  };
}
