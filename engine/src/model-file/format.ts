import type { ModelDescription } from '../model.ts';

/** Version of the format; it grows whenever older programs cannot read new files. */
export const formatVersion = 6;

/** The oldest format that can be read; earlier ones lack the readings of columns. */
export const oldestFormat = 6;

/** Returns the description without durations, so that equal trainings give equal bytes. */
export function withoutTimes(description: ModelDescription): ModelDescription {
  const candidates = description.candidates.map((candidate) => ({ ...candidate, training_seconds: 0 }));
  return { ...description, candidates, trainingSeconds: 0 };
}
