import { isKin } from '../questions/link/word-kin.ts';
import { stemsOfName, tokenize } from '../questions/words/tokens.ts';
import type { ColumnSummary, TableSummary } from './grounding.ts';
import { keptBy } from './kept-by.ts';
import { type Source, sourcesOf } from './meant-table.ts';
import type { Surroundings } from './surroundings.ts';

/** Of so many tables the question is read; each takes some milliseconds. */
const mostTables = 8;

/** The tables that most words of a question name, by name, columns or listed values, in their order. */
export function likelySources(question: string, surroundings: Surroundings): Source[] {
  const all = sourcesOf(surroundings);
  if (all.length <= mostTables) return all;
  const said = [...new Set(tokenize(question).map(({ stem }) => stem))];
  const scored = all.map((one, at) => ({ one, at, score: scoreOf(said, one.table) }));
  const best = scored.sort((left, right) => right.score - left.score || left.at - right.at).slice(0, mostTables);
  return best.sort((left, right) => left.at - right.at).map(({ one }) => one);
}

function scoreOf(said: readonly string[], { name, columns }: TableSummary): number {
  const own = namesIn(columns);
  const rows = stemsOfName(name);
  return said.reduce((sum, stem) => {
    if (rows.some((word) => word === stem || isKin(stem, word))) return sum + 2;
    return sum + (own.has(stem) ? 1 : 0);
  }, 0);
}

const mostValues = 50;

const namesIn = keptBy((columns: readonly ColumnSummary[]) => {
  const values = columns.flatMap((column) => (column.values ?? []).slice(0, mostValues).map(String));
  return new Set([...columns.map(({ name }) => name), ...values].flatMap(stemsOfName));
});
