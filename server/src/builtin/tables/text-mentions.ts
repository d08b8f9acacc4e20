import type { ColumnSummary, TableSummary } from '../grounding.ts';
import type { Edge } from '../words/phrases.ts';
import { type Token, wordsOfName } from '../words/tokens.ts';
import type { Mention } from './table-names.ts';

const mentioning = new Set(
  'mention mentions mentioning mentioned contain contains contained containing include includes say says'.split(' '),
);
const between = new Set('the word words text phrase term a an'.split(' '));
const proseNames =
  /text|comment|description|review|message|body|content|note|title|summary|headline|tweet|post|abstract|remark/i;
const leastDistinct = 0.5;

/** "Tweets that mention luggage": texts of the table's only column of prose that hold the word. */
export function textMentions(tokens: readonly Token[], at: number, table: TableSummary): Edge<Mention>[] {
  if (!mentioning.has(tokens[at].text)) return [];
  const prose = proseOf(table);
  let place = at + 1;
  while (between.has(tokens[place]?.text)) place += 1;
  const word = tokens[place];
  if (word?.kind !== 'word' && word?.kind !== 'quoted') return [];
  const isMarked = word.kind === 'quoted' || place > at + 1 || tokens[at].text.startsWith('mention');
  const named = textsNamedBefore(tokens, at, table);
  const columns = named.length > 0 ? named : prose && isMarked ? [prose] : [];
  const text = word.text.toLowerCase();
  return columns.map((column) => ({
    from: at,
    to: place + 1,
    reading: { kind: 'value', column, values: [text], contains: [text] },
    cost: 0.2,
  }));
}

const leastTexts = 50;

/** "Titles that contain love": long lists of texts that the question names before. */
function textsNamedBefore(tokens: readonly Token[], at: number, { columns }: TableSummary): ColumnSummary[] {
  const before = new Set(tokens.slice(0, at).flatMap(({ text }) => [text, text.replace(/s$/, '')]));
  return columns.filter(
    ({ name, type, distinct }) =>
      type === 'text' && (distinct ?? 0) >= leastTexts && before.has(wordsOfName(name).at(-1) ?? ''),
  );
}

function proseOf({ columns, row_count }: TableSummary): ColumnSummary | undefined {
  const prose = columns.filter((column) => isProse(column, row_count));
  return prose.length === 1 ? prose[0] : undefined;
}

/** Returns whether a column holds sentences: words in them are no names. */
export function isProse({ name, type, distinct }: ColumnSummary, rowCount: number): boolean {
  return type === 'text' && (distinct ?? 0) > leastDistinct * rowCount && proseNames.test(name);
}
