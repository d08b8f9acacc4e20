import { isSmall } from '../questions/link/small-words.ts';
import type { Grounding, TableSummary } from './grounding.ts';
import { ownWordsOf } from './languages/own-words.ts';
import { longestText } from './words/tokens.ts';

/** Maximum earlier questions that a follow-up may refer to. */
const memory = 6;
const mostWords = 40;

/** Adds to columns with many values those that contain one of the words given for each table of the skills. */
export async function addFoundValues(
  groundings: readonly Grounding[],
  words: readonly (readonly string[])[],
): Promise<Grounding[]> {
  const left = [...words];
  return Promise.all(
    groundings.map(async (one) => {
      if (one.kind !== 'sql') return one;
      const sought = left.splice(0, one.tables.length);
      return { ...one, tables: await Promise.all(one.tables.map((table, at) => withFound(table, sought[at]))) };
    }),
  );
}

async function withFound(table: TableSummary, words: readonly string[]): Promise<TableSummary> {
  if (words.length === 0) return table;
  // When the search fails, the question is refused rather than answered wrongly.
  const found = (await table.findValues?.(words).catch(() => [])) ?? [];
  if (found.length === 0) return table;
  const columns = table.columns.map((column, at) => {
    const own = found.filter((one) => one.column === column.name).map(({ value }) => value);
    if (column.values || own.length === 0) return column;
    const shown = (table.sample ?? []).map((row) => row[at]).filter((cell) => typeof cell === 'string');
    return { ...column, values: [...new Set([...own, ...shown])] };
  });
  return { ...table, columns };
}

/** What is quoted, called so, or written with a capital letter as names are. */
const names = /"[^"]*"|(?<=\b(?:called|named|titled|is)\s)\S+|(?<=\S\s)\p{Lu}[\p{L}\p{N}]*/gu;

/** Returns words without another meaning, or that look like names. */
export function wordsToFind(questions: readonly string[], table: TableSummary): string[] {
  const own = ownWordsOf([table]);
  const words = questions.slice(-memory).flatMap((question) => {
    if (question.length > longestText) return [];
    const named = wordsIn((question.match(names) ?? []).join(' '));
    const isKnown = (word: string) => isSmall(word) || own.isName(word) || own.isName(oneOf(word));
    return wordsIn(question).filter((word) => named.includes(word) || !isKnown(word));
  });
  return [...new Set(words.map(oneOf))].filter((word) => word.length > 1).slice(0, mostWords);
}

/** Letters keep their accents, as cells do. */
function wordsIn(text: string): string[] {
  return (
    text
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  );
}

/** Of a plural the word for one, which cells of both hold. */
function oneOf(word: string): string {
  if (word.length < 4) return word;
  return word.replace(/(?:(?<=..)ies|(?<=ch|sh|x|z|ss)es|(?<=[^sui])s)$/, (end) => (end === 'ies' ? 'y' : ''));
}
