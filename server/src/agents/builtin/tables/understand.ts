import type { TableSketch } from '../../../skills/toolset.ts';
import { tokenize } from '../words/tokens.ts';
import { assembleQuery } from './assemble.ts';
import { coverQuestion } from './cover.ts';
import { continueDraft, Draft } from './draft.ts';
import type { TableQuery } from './logical-form.ts';
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

const longestQuestion = 60;
const equallyGood = 0.05;

/** Reads a question against one table; `before` is what the question before it was understood as. */
export function understandQuestion(
  question: string,
  table: TableSketch,
  surroundings: Pick<Lattice, 'vocabulary' | 'now'>,
  before?: Draft,
): TableReading {
  const tokens = tokenize(question);
  if (tokens.length === 0 || tokens.length > longestQuestion) return { outcome: 'unknown', unread: [] };
  const lattice = readPhrases(tokens, table, surroundings);
  const understandings: Understanding[] = [];
  for (const { pieces, cost } of coverQuestion(lattice)) {
    if (understandings.length > 0 && cost > understandings[0].cost + equallyGood) break;
    const draft = inContext(new Draft(pieces), before);
    const query = draft && assembleQuery(draft, lattice);
    if (!query) continue;
    const sql = writeSql(query);
    if (!understandings.some((known) => known.sql === sql)) understandings.push({ draft, query, sql, cost });
  }
  if (understandings.length === 0) return { outcome: 'unknown', unread: unreadWords(lattice) };
  if (understandings.length > 1) return { outcome: 'ambiguous', candidates: understandings };
  return { outcome: 'understood', best: understandings[0] };
}

/** "And in westbrae?" makes sense after another question only. */
function inContext(draft: Draft, before: Draft | undefined): Draft | undefined {
  const leans = draft.has('them') || (draft.has('followUp') && !(draft.asks && draft.has('entity')));
  if (before && (leans || !draft.asks)) return continueDraft(before, draft);
  return draft.has('followUp', 'them') ? undefined : draft;
}
