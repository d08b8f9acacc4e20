import type { TableSummary } from '../grounding.ts';
import { type Token, wordsOfName } from '../words/tokens.ts';
import type { Vocabulary } from '../words/vocabulary.ts';
import { coverQuestion } from './cover.ts';
import type { Item } from './item.ts';

/** Returns whether every meaningful word is one of the tables' names or values. */
export function hasOnlyNames(
  tokens: readonly Token[],
  tables: readonly TableSummary[],
  { stem, lightWords }: Vocabulary,
): boolean {
  const names = tables.flatMap(({ name, columns }) => [
    name,
    ...columns.flatMap((column) => [column.name, ...(column.values ?? []).map(String)]),
  ]);
  const own = new Set(names.flatMap(wordsOfName).map(stem));
  const telling = tokens.filter(({ kind, text }) => kind === 'word' && !lightWords.includes(text));
  return telling.length > 0 && telling.every(({ text }) => own.has(stem(text)));
}

/** Recognises "How many homes …", "which homes …", "show the homes …". */
export function isAboutRows(tokens: readonly Token[], table: TableSummary, vocabulary: Vocabulary): boolean {
  const [{ items }] = coverQuestion(tokens, table, [], vocabulary);
  const told = items.filter((item) => !(item.kind === 'term' && item.term === 'noise'));
  return told.some((item, at) => {
    const after = told[at + 1]?.kind === 'number' && isTerm(item, 'count', 'share') ? told[at + 2] : told[at + 1];
    return isTerm(item, 'count', 'share', 'show', 'which') && after?.kind === 'table' && after.loose === undefined;
  });
}

function isTerm(item: Item, ...terms: string[]): boolean {
  return item.kind === 'term' && terms.includes(item.term);
}
