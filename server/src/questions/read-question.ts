import type { Reading } from './algebra.ts';
import { linkQuestion } from './link/link-question.ts';
import type { Profile } from './profile.ts';
import { rankReadings } from './rank/rank.ts';
import { loadShippedModel } from './rank/ranking-model.ts';

/** A way to read a question, and how likely it is the right one. */
export interface LikelyReading {
  reading: Reading;
  probability: number;
  /** Words of the question that it neither names nor asks for. */
  unread: readonly string[];
}

const mostReadings = 4;
/** What says a smaller share of the question's words is a guess, likely only where all questions can be answered. */
const leastSaid = 0.2;

/** Reads a question to one table: the likeliest readings with different answers, the best first. */
export function readQuestion(question: string, table: Profile): LikelyReading[] {
  const linked = linkQuestion(question, table);
  if (linked.tokens.length === 0) return [];
  const ranked = rankReadings(linked, loadShippedModel(), mostReadings);
  return ranked.length > 0 && ranked[0].said >= leastSaid ? ranked : [];
}
