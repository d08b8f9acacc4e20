import { isSmall } from '../questions/link/small-words.ts';
import type { FoundValue, TableSummary } from './grounding.ts';
import { ownWordsOf } from './languages/own-words.ts';
import { longestText } from './words/tokens.ts';

/** Maximum earlier questions that a follow-up may refer to. */
const memory = 6;
const mostWords = 40;

/** Finds the values of columns with many values that contain one of the words given for each table. */
export async function findValues(
  tables: readonly TableSummary[],
  words: readonly (readonly string[])[],
): Promise<Map<TableSummary, FoundValue[]>> {
  const found = new Map<TableSummary, FoundValue[]>();
  await Promise.all(
    tables.map(async (table, place) => {
      if (words[place].length === 0) return;
      // When the search fails, the question is refused rather than answered wrongly.
      const values = (await table.findValues?.(words[place]).catch(() => [])) ?? [];
      const columns = new Map(table.columns.map((column) => [column.name, column]));
      const all = values.flatMap(({ column: name, ...value }) => {
        const column = columns.get(name);
        return column ? [{ column, ...value }] : [];
      });
      if (all.length > 0) found.set(table, all);
    }),
  );
  return found;
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
