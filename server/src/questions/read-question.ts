import type { Reading } from './algebra.ts';
import { linkQuestion } from './link/link-question.ts';
import type { Profile } from './profile.ts';
import { rankReadings } from './rank/rank.ts';
import { loadShippedModel } from './rank/ranking-model.ts';
import { isAskedSo } from './realise/ask-reading.ts';

/** A way to read a question, and how likely it is the right one. */
export interface LikelyReading {
  reading: Reading;
  probability: number;
  /** Words of the question that it neither names nor asks for. */
  unread: readonly string[];
  /** Whether the question says a name that was taught. */
  isTaught: boolean;
  /** Which words name the column that a figure is of, and whether they say its whole name. */
  figureNamed?: string;
  /** Whether no word names this column. */
  guessesFigure?: true;
  /** Whether the word behind those that name this column is left. */
  leavesHead?: true;
  /** Whether the question is the one by which this reading is asked. */
  isExact: boolean;
}

const mostReadings = 4;
/** Among these is a reading whose own question is asked. */
const mostRanked = 12;
/** What says a smaller share of the question's words is a guess, likely only where all questions can be answered. */
const leastSaid = 0.2;

/** Reads a question to one table: the likeliest readings with different answers, the best first. */
export function readQuestion(question: string, table: Profile): LikelyReading[] {
  const linked = linkQuestion(question, table);
  if (linked.tokens.length === 0) return [];
  const ranked = rankReadings(linked, loadShippedModel(), mostRanked);
  const isTaught = linked.columns.some((link) => link.isTaught);
  const known = ranked.map((one) => ({ ...one, isTaught, isExact: isAskedSo(question, one.reading) }));
  const exact = known.filter((one) => one.isExact);
  if (exact.length > 0) return exact.slice(0, 1);
  return known.length > 0 && known[0].said >= leastSaid ? known.slice(0, mostReadings) : [];
}
