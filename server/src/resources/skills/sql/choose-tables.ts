import { wordsOf } from './relevance.ts';

/** Maximum tables that a skill knows which names none: a question to a thousand took seconds, and no prompt holds them. */
export const mostTables = 100;

interface TableOutline {
  id: string;
  name: string;
  /** JSON, with the columns' names and some of their values. */
  columns: string;
}

const leastStem = 4;
const weightOfName = 3;
/** So few are read all, whatever their order. */
export const fewTables = 8;

/**
 * Returns the IDs of the tables that share most words with the questions, in their names, columns and values, up to
 * `mostTables`, the likeliest first; of equal ones the first by name. A word that many tables have tells little.
 */
export function chooseTables(outlines: readonly TableOutline[], questions: string): string[] {
  if (outlines.length <= fewTables) return outlines.toSorted(byName).map(({ id }) => id);
  const stems = [...new Set(wordsOf(questions).map(stemOf))];
  const known = outlines.map(({ id, name, columns }) => {
    const [ownName, ownColumns] = [name.toLowerCase(), columns.toLowerCase()];
    return { id, name, has: stems.map((stem) => sharesOf(stem, ownName, ownColumns)) };
  });
  const weights = stems.map((_, at) => {
    const having = known.filter(({ has }) => has[at] > 0).length;
    return Math.log1p(outlines.length / Math.max(1, having)) - Math.LN2;
  });
  const scored = known.map((one) => ({ ...one, score: one.has.reduce((sum, has, at) => sum + has * weights[at], 0) }));
  scored.sort((one, other) => other.score - one.score || byName(one, other));
  return scored.slice(0, mostTables).map(({ id }) => id);
}

function byName(one: { name: string }, other: { name: string }): number {
  return one.name < other.name ? -1 : 1;
}

/** The share of a word that an inflected form of it keeps. */
function stemOf(word: string): string {
  return word.slice(0, Math.max(leastStem, Math.ceil(0.7 * word.length)));
}

function sharesOf(stem: string, name: string, columns: string): number {
  return (name.includes(stem) ? weightOfName : 0) + (columns.includes(stem) ? 1 : 0);
}
