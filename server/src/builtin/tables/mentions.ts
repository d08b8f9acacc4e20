import type { ColumnSummary, TableSummary } from '../grounding.ts';
import { type Edge, PhraseBook } from '../words/phrases.ts';
import { type Token, wordsOfName } from '../words/tokens.ts';
import type { Vocabulary } from '../words/vocabulary.ts';
import type { FoundValue } from './found-value.ts';
import { type Mention, type Names, namesOf } from './table-names.ts';
import { isTemporal, rankOf } from './traits.ts';

const costOfRarity = 0.1;
/** The name of a row is meant before a region, or whatever, of the same name. */
const gainOfName = 0.1;

/** Joins spellings that differ only in case or punctuation; a rare value costs more than a frequent one. */
function joinSpellings(found: readonly FoundValue[], { row_count }: TableSummary) {
  const alike = Map.groupBy(found, ({ column, value }) => `${column.name} ${wordsOfName(value).join(' ')}`);
  return [...alike.values()].map((spellings) => {
    const count = spellings.reduce((sum, one) => sum + one.count, 0);
    const [{ column }] = spellings;
    const rarity = Math.max(0, Math.log10(Math.max(1, row_count) / Math.max(1, count)));
    // Of names each is rare
    const isName = /(name|title)$/i.test(column.name) && (column.distinct ?? 0) > 0.5 * row_count;
    const isOwnName = /^(name|title)$/i.test(column.name) && isName;
    const costOfRare = isOwnName
      ? -gainOfName
      : isName
        ? Math.min(costOfRarity, costOfRarity * rarity)
        : costOfRarity * rarity;
    return { column, values: spellings.map(({ value }) => value), cost: rankOf(column) + costOfRare };
  });
}

function addFound(book: PhraseBook<Mention>, column: ColumnSummary, values: string[], cost: number): void {
  const words = wordsOfName(values[0]);
  if (words.length === 0 || words.length > 8) return;
  const reading: Mention = { kind: 'value', column, values };
  book.add(words, reading, cost);
  const [last, first] = values[0].split(', ');
  if (first) book.add([...wordsOfName(first), ...wordsOfName(last)], reading, cost + 0.05);
}

/** Words between those of a name, which may be left out. */
const connecting = new Set(['and', 'the', 'of', '&', ',', 'a']);

/** Finds everything of the table that the question names word by word; found values belong to columns with many. */
export function findMentions(
  tokens: readonly Token[],
  table: TableSummary,
  found: readonly FoundValue[],
  vocabulary: Vocabulary,
): Edge<Mention>[] {
  const { book } = namesOf(table, vocabulary);
  const own = new PhraseBook<Mention>(vocabulary.singular);
  for (const { column, values, cost } of joinSpellings(found, table)) addFound(own, column, values, cost);
  const at = tokens.flatMap(({ text }, index) => (connecting.has(text) ? [] : [index]));
  const closed = at.map((index) => tokens[index]);
  const apart = [...book.find(closed), ...own.find(closed)].map((edge) => ({
    ...edge,
    from: at[edge.from],
    to: at[edge.to - 1] + 1,
  }));
  const joined = apart.filter(
    ({ from, to, reading }) => reading.kind !== 'value' || isJoined(tokens, from, to, reading),
  );
  const split = splitNames(tokens, namesOf(table, vocabulary));
  const all = [...book.find(tokens), ...own.find(tokens), ...joined, ...split].filter(
    (edge) =>
      !isLittleWord(edge, tokens) &&
      !isKindRatherThanName(edge, tokens, table, vocabulary) &&
      !isThingsOfMoment(edge, tokens, vocabulary),
  );
  return preferExact(all, tokens, table);
}

/** "Out of state" is `Outstate`. */
function splitNames(tokens: readonly Token[], { single }: Names): Edge<Mention>[] {
  return tokens.flatMap((token, at): Edge<Mention>[] => {
    if (token.text !== 'of' || at === 0 || at === tokens.length - 1) return [];
    const whole = tokens[at - 1].text + tokens[at + 1].text;
    return single
      .filter(({ letters }) => whole.length > 5 && letters === whole)
      .map(({ column, secondary }) => ({
        from: at - 1,
        to: at + 2,
        reading: { kind: 'column', column },
        cost: 0.05 + secondary,
      }));
  });
}

const littleWords = new Set(
  'a all an and any as at be by do for in is it me my no not of on or so the to us we'.split(' '),
);

/** "And in Spain" names neither Andorra (AND) nor Indiana (IN); in capitals they are meant. */
function isLittleWord({ from, to, reading }: Edge<Mention>, tokens: readonly Token[]): boolean {
  const { text, capital } = tokens[from];
  return reading.kind === 'value' && to === from + 1 && !capital && littleWords.has(text);
}

/** "Orders" are not `order_date`, which is of each. */
function isThingsOfMoment({ from, to, reading }: Edge<Mention>, tokens: readonly Token[], { singular }: Vocabulary) {
  if (reading.kind !== 'column' || !isTemporal(reading.column) || to !== from + 1) return false;
  const { text } = tokens[from];
  const words = wordsOfName(reading.column.name);
  return (
    singular(text) !== text && singular(text) !== singular(words[words.length - 1]) && words.includes(singular(text))
  );
}

/** "Banks", and "which bank", are no company that is called Bank: of names each is one thing. */
function isKindRatherThanName(
  { from, to, reading }: Edge<Mention>,
  tokens: readonly Token[],
  { row_count }: TableSummary,
  { singular }: Vocabulary,
): boolean {
  const { text, capital } = tokens[from];
  const isPlural =
    singular(text) !== text &&
    !(reading.kind === 'value' && reading.values.some((one) => String(one).toLowerCase() === text));
  const isKind = isPlural || /^(which|each|every)$/.test(tokens[from - 1]?.text ?? '');
  if (reading.kind !== 'value' || to !== from + 1 || capital || !isKind) return false;
  return /(name|title)$/i.test(reading.column.name) && (reading.column.distinct ?? 0) > 0.5 * row_count;
}

const otherFormCost = 0.15;

/** Of the columns `engine` and `engines`, or a table and a column, prefers the exact spelling. */
function preferExact(edges: Edge<Mention>[], tokens: readonly Token[], table: TableSummary): Edge<Mention>[] {
  const isExact = ({ from, to, reading }: Edge<Mention>) =>
    reading.kind !== 'value' &&
    wordsOfName(reading.kind === 'column' ? reading.column.name : table.name).join(' ') ===
      tokens
        .slice(from, to)
        .map(({ text }) => text)
        .join(' ');
  const exact = edges.filter(isExact);
  return edges.map((edge) => {
    const other = exact.some(({ from, to }) => from === edge.from && to === edge.to);
    return other && edge.reading.kind === 'column' && !isExact(edge)
      ? { ...edge, cost: edge.cost + otherFormCost }
      : edge;
  });
}

/** "Sales and Marketing" is one value only if its name says so; "Rome and Oslo" are two. */
function isJoined(
  tokens: readonly Token[],
  from: number,
  to: number,
  { values }: Extract<Mention, { kind: 'value' }>,
): boolean {
  return tokens.slice(from, to).filter(({ text }) => connecting.has(text)).length <= 1 && values.length === 1;
}

/** Returns whether a word alone names something of the table, so that no search is needed. */
export function isNamed(tokens: readonly Token[], at: number, table: TableSummary, vocabulary: Vocabulary): boolean {
  return namesOf(table, vocabulary)
    .book.find(tokens)
    .some(({ from, to, cost }) => from <= at && at < to && cost <= 0.3);
}
