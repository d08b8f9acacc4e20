import type { Reading } from './algebra.ts';
import { linkQuestion } from './link/link-question.ts';
import type { Profile } from './profile.ts';
import { rankReadings } from './rank/rank.ts';
import { loadShippedModel } from './rank/ranking-model.ts';

/** A way to read a question, and how likely it is the right one. */
export interface LikelyReading {
  reading: Reading;
  probability: number;
}

const mostReadings = 4;

/** Reads a question to one table: the likeliest readings with different answers, the best first. */
export function readQuestion(question: string, table: Profile): LikelyReading[] {
  const linked = linkQuestion(question, table);
  if (linked.tokens.length === 0) return [];
  return rankReadings(linked, loadShippedModel(), mostReadings);
}
