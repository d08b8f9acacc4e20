import type { TableSummary } from '../../grounding.ts';
import { tokenize } from '../words/tokens.ts';
import { anyPiece } from './asks.ts';
import { assembleQuery } from './assemble.ts';
import { type Cover, coverQuestion } from './cover.ts';
import { continueDraft, Draft } from './draft.ts';
import type { TableQuery } from './logical-form.ts';
import type { Piece } from './pieces.ts';
import { type Lattice, readPhrases, unreadWords } from './readings.ts';
import { writeSql } from './sql.ts';

/** A question understood: every word of it is accounted for in the query. */
export interface Understanding {
  draft: Draft;
  query: TableQuery;
  sql: string;
  cost: number;
}

export type TableReading =
  | { outcome: 'understood'; best: Understanding }
  /** Two readings are equally good and ask for different rows. */
  | { outcome: 'ambiguous'; candidates: Understanding[] }
  /** `unread` are the words that mean nothing here; empty when only the sentence was not understood. */
  | { outcome: 'unknown'; unread: string[] };

export const longestQuestion = 60;
const glueCosts: Partial<Record<Piece['kind'], number>> = { noise: 0.5, verb: 0.3, exists: 0.4 };
/** Added where nothing says that rows are to be shown. */
const impliedListCost = 0.5;
/** Readings that differ by no more are a choice for whoever asks. */
export const equallyGood = 0.15;

/** Reads a question against one table; `before` is what the question before it was understood as. */
export function understandQuestion(
  question: string,
  table: TableSummary,
  surroundings: Pick<Lattice, 'vocabulary' | 'now'>,
  before?: Draft,
): TableReading {
  const tokens = tokenize(question, surroundings.vocabulary.rewrites);
  if (tokens.length === 0 || tokens.length > longestQuestion) return { outcome: 'unknown', unread: [] };
  const lattice = readPhrases(tokens, table, surroundings);
  const unread = unreadWords(lattice);
  if (unread.length > 0) return { outcome: 'unknown', unread };
  const all = coverQuestion(lattice, anyPiece, costOf).flatMap((cover) => understandCover(cover, lattice, before));
  const least = Math.min(...all.map(({ cost }) => cost));
  const good = all.filter(({ cost }) => cost <= least + equallyGood);
  const candidates = [...new Map(good.toReversed().map((one) => [one.sql, one])).values()].reverse();
  if (candidates.length === 0) return { outcome: 'unknown', unread };
  return candidates.length > 1 ? { outcome: 'ambiguous', candidates } : { outcome: 'understood', best: candidates[0] };
}

function costOf({ kind }: Piece): number {
  return glueCosts[kind] ?? 1;
}

function understandCover({ pieces, cost }: Cover<Piece>, lattice: Lattice, before: Draft | undefined): Understanding[] {
  const draft = inContext(new Draft(pieces), before);
  const query = draft && assembleQuery(draft, lattice);
  if (!query) return [];
  return [{ draft, query, sql: writeSql(query), cost: cost + (draft.asks ? 0 : impliedListCost) }];
}

/** "And in westbrae?" makes sense after another question only. */
function inContext(draft: Draft, before: Draft | undefined): Draft | undefined {
  const leans = draft.has('them') || (draft.has('followUp') && !(draft.asks && draft.has('entity')));
  if (before && (leans || !draft.asks)) return continueDraft(before, draft);
  return draft.has('followUp', 'them') ? undefined : draft;
}
