import type { ColumnSummary, TableSummary } from '../grounding.ts';
import { wordsInEnglish } from '../words/abroad.ts';
import type { Vocabulary } from '../words/vocabulary.ts';
import { nameOf } from './sql.ts';
import { isNumeric } from './traits.ts';

/** Revenue where no column holds it: price times quantity, or the prices of rows that are sales themselves. */
export function revenueOf(table: TableSummary, vocabulary: Vocabulary): ColumnSummary | undefined {
  const { revenue, quantity, profit } = vocabulary.concepts;
  const numbers = table.columns.filter(isNumeric);
  const endsWith = (words: readonly string[]) => (column: ColumnSummary) =>
    words.includes(vocabulary.singular(wordsInEnglish(column.name).at(-1) ?? ''));
  const own = revenue.filter((word) => word !== 'income' && word !== 'earning');
  if (numbers.some(endsWith([...own, ...profit]))) return undefined;
  const prices = numbers.filter(endsWith(['price']));
  const quantities = numbers.filter(endsWith(quantity));
  if (prices.length !== 1 || quantities.length > 1) return undefined;
  const [price] = prices;
  if (quantities.length === 0) return { ...price, formula: quoted(price) };
  const [count] = quantities;
  return {
    name: `${price.name} × ${count.name}`,
    type: 'number',
    distinct: null,
    formula: `(${quoted(price)} * ${quoted(count)})`,
  };
}

function quoted({ name }: ColumnSummary): string {
  return `"${name.replaceAll('"', '""')}"`;
}

const mostSiblings = 4;

/** "Goals" of columns `home_goals` and `away_goals`: both together. */
export function siblingSums(table: TableSummary, vocabulary: Vocabulary): { head: string; column: ColumnSummary }[] {
  const counts = table.columns.filter((column) => isWholeNumber(column) && hasPluralHead(column, vocabulary));
  const byHead = Map.groupBy(counts, ({ name }) => vocabulary.singular(wordsInEnglish(name).at(-1) ?? ''));
  return [...byHead].flatMap(([head, all]) => {
    const isAlone = table.columns.every(({ name }) => wordsInEnglish(name).map(vocabulary.singular).join(' ') !== head);
    if (all.length < 2 || all.length > mostSiblings || !isAlone) return [];
    const name = all.map((one) => one.name).join(' + ');
    const formula = `(${all.map((one) => nameOf(one)).join(' + ')})`;
    return [{ head, column: { name, type: 'integer', distinct: null, formula, isOfRow: true } }];
  });
}

function isWholeNumber({ type, min }: ColumnSummary): boolean {
  return type === 'integer' && Number(min) >= 0;
}

function hasPluralHead({ name }: ColumnSummary, { singular }: Vocabulary): boolean {
  const words = wordsInEnglish(name);
  const head = words.at(-1) ?? '';
  return words.length > 1 && singular(head) !== head;
}
