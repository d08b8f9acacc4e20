import type { Step, Usage } from './schemas.ts';

/** The progress of an answer. It is filled during the work and stored even when the work fails. */
export interface Trace {
  steps: Step[];
  usage: Usage;
  /** Text of the current step. */
  text: string;
  /** What of it the requester was told already. */
  told: string;
  /** Counts of what calls of language models used, on their way to the database; none rejects, and builtin answers have none. */
  counts: Promise<void>[];
}

export function emptyTrace(usage: Usage): Trace {
  return { steps: [], usage, text: '', told: '', counts: [] };
}

/** Whether a tool gave a result: the answer rests on what was looked up. */
export function hasLookedUp(steps: readonly Step[]): boolean {
  return steps.some((step) => step.kind === 'tool' && step.error === undefined);
}
