import type { TableSummary } from '../../grounding.ts';
import { type Token, wordsOfName } from '../words/tokens.ts';
import type { Vocabulary } from '../words/vocabulary.ts';
import type { Lattice } from './readings.ts';
import { either, reading, sequence, term, the } from './rules.ts';

/** Whether every word that says something is one of the tables' names or values. */
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

const rowsAskedFor = either<unknown>(
  sequence(term('count', 'share', 'show', 'which'), the, reading('table')),
  sequence(term('count', 'share'), reading('number'), reading('table')),
);

/** "How many homes …", "which homes …", "show the homes …". */
export function isAboutRows(lattice: Lattice): boolean {
  return lattice.tokens.some((_, at) => rowsAskedFor(lattice, at).length > 0);
}
