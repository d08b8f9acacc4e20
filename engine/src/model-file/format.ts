import type { ModelDescription } from '../model.ts';

/** Raised when an older program could not read what this one writes. */
export const formatVersion = 6;

/** Before it, profiles did not have the reading of their column. */
export const oldestFormat = 6;

/** What the model says of itself less how long its training took. */
export function withoutTimes(description: ModelDescription): ModelDescription {
  const candidates = description.candidates.map((candidate) => ({ ...candidate, training_seconds: 0 }));
  return { ...description, candidates, trainingSeconds: 0 };
}
