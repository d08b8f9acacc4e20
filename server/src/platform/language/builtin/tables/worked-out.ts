import type { ColumnSummary, TableSummary } from '../../grounding.ts';
import { wordsOfName } from '../words/tokens.ts';
import type { Vocabulary } from '../words/vocabulary.ts';
import { isNumeric } from './traits.ts';

/** Revenue where no column holds it: price times quantity, or the prices of rows that are sales themselves. */
export function revenueOf(table: TableSummary, vocabulary: Vocabulary): ColumnSummary | undefined {
  const { revenue, quantity, profit } = vocabulary.concepts;
  const numbers = table.columns.filter(isNumeric);
  const endsWith = (words: readonly string[]) => (column: ColumnSummary) =>
    words.includes(vocabulary.singular(wordsOfName(column.name).at(-1) ?? ''));
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
