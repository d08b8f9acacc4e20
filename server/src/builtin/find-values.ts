import { isSmall } from '../questions/link/small-words.ts';
import type { FoundValue, TableSummary } from './grounding.ts';
import { ownWordsOf } from './words/languages/own-words.ts';
import { longestText, tokenize } from './words/tokens.ts';
import type { Vocabulary } from './words/vocabulary.ts';

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

/** Returns words without another meaning, or that look like names: capitalised, or after "called". */
export function wordsToFind(questions: readonly string[], table: TableSummary, vocabulary: Vocabulary): string[] {
  const own = ownWordsOf([table]);
  const words = questions.slice(-memory).flatMap((question) => {
    const tokens = question.length > longestText ? [] : tokenize(question, vocabulary.rewrites);
    return tokens.flatMap(({ kind, text }, at) => {
      if (kind === 'sign') return [];
      const isName =
        kind === 'quoted' ||
        callings.has(tokens[at - 1]?.text) ||
        new RegExp(`(?<=\\S\\s)${capital(text)}`).test(question);
      const isKnown = isSmall(text) || own.isName(text) || own.isName(vocabulary.singular(text));
      if (!isName && isKnown) return [];
      const lower = text.toLowerCase();
      return lower.split(/[^\p{L}\p{N}]+/u).map(vocabulary.singular);
    });
  });
  return [...new Set(words)].filter((word) => word.length > 1).slice(0, mostWords);
}

const callings = new Set(['called', 'named', 'titled', 'is']);

function capital(text: string): string {
  return (text.charAt(0).toUpperCase() + text.slice(1)).replaceAll(/[^\p{L}\p{N}]/gu, '\\$&');
}
