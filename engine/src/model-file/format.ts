import type { ModelDescription } from '../model.ts';

/** Raised whenever older programs cannot read new files. */
export const formatVersion = 6;

/** Older formats lack the readings of columns. */
export const oldestFormat = 6;

/** The description without durations, so that equal trainings give equal bytes. */
export function withoutTimes(description: ModelDescription): ModelDescription {
  const candidates = description.candidates.map((candidate) => ({ ...candidate, training_seconds: 0 }));
  return { ...description, candidates, trainingSeconds: 0 };
}
