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

/**
 * Returns the IDs of the tables that share most words with the questions, in their names and columns, up to
 * `mostTables`; of equal ones the first by name.
 */
export function chooseTables(outlines: readonly TableOutline[], questions: string): string[] {
  if (outlines.length <= mostTables) return outlines.map(({ id }) => id);
  const stems = [...new Set(wordsOf(questions).map(stemOf))];
  const ranked = outlines.map((outline) => ({ ...outline, score: scoreOf(outline, stems) }));
  ranked.sort((one, other) => other.score - one.score || (one.name < other.name ? -1 : 1));
  return ranked.slice(0, mostTables).map(({ id }) => id);
}

/** The share of a word that an inflected form of it keeps. */
function stemOf(word: string): string {
  return word.slice(0, Math.max(leastStem, Math.ceil(0.7 * word.length)));
}

function scoreOf({ name, columns }: TableOutline, stems: readonly string[]): number {
  const [ownName, ownColumns] = [name.toLowerCase(), columns.toLowerCase()];
  return stems.reduce((sum, stem) => {
    return sum + (ownName.includes(stem) ? weightOfName : 0) + (ownColumns.includes(stem) ? 1 : 0);
  }, 0);
}
