import type { Condition, Operator } from '../algebra.ts';
import { wordsOf } from '../words/tokens.ts';
import type { IndexedTable } from './indexed-table.ts';
import type { Proposed } from './link-values.ts';
import type { ConditionLink } from './links.ts';

export const compares: Record<Operator, (one: number, other: number) => boolean> = {
  '=': (one, other) => one === other,
  '<': (one, other) => one < other,
  '<=': (one, other) => one <= other,
  '>': (one, other) => one > other,
  '>=': (one, other) => one >= other,
};

/** Returns for each row of the sample 1 where the condition holds. A missing cell fulfils nothing but `missing`. */
export function tryCondition(condition: Condition, table: IndexedTable): Uint8Array {
  const place = table.fields.indexOf(condition.field);
  const { at } = condition.field;
  const codes = table.codes[place];
  if (condition.test === 'missing')
    return Uint8Array.from(codes, (code) => (code < 0 !== (condition.negated ?? false) ? 1 : 0));
  const test = testOf(condition, at, table, table.numbers[place]);
  return Uint8Array.from(codes, (code, row) => (code >= 0 && test(row) ? 1 : 0));
}

/** Tries a condition that was found; undefined where the table is known whole and no row is like that. */
export function tryLink(found: Proposed, table: IndexedTable): ConditionLink | undefined {
  const holds = tryCondition(found.condition, table);
  const matching = holds.reduce((sum, bit) => sum + bit, 0);
  return matching === 0 && table.isWhole ? undefined : { ...found, holds, matching };
}

function testOf(
  condition: Exclude<Condition, { test: 'missing' }>,
  at: number,
  table: IndexedTable,
  numbers: Float64Array | undefined,
): (row: number) => boolean {
  const { rows } = table;
  switch (condition.test) {
    case 'is': {
      const values = new Set(condition.values);
      if (condition.field.part !== 'whole') return (row) => values.has(numbers?.[row]) !== (condition.negated ?? false);
      return (row) => values.has(rows[row][at]) !== (condition.negated ?? false);
    }
    case 'holds': {
      if (condition.cells) {
        const cells = new Set(condition.cells);
        return (row) => cells.has(rows[row][at]) !== (condition.negated ?? false);
      }
      const phrases = condition.phrases.map((phrase) => ` ${wordsOf(phrase).join(' ')} `);
      return (row) => {
        const words = ` ${wordsOf(String(rows[row][at])).join(' ')} `;
        return phrases.some((phrase) => words.includes(phrase)) !== (condition.negated ?? false);
      };
    }
    case 'compare':
      return (row) => compares[condition.operator](numbers?.[row] ?? Number.NaN, condition.value);
    case 'between':
      return (row) =>
        (numbers?.[row] ?? Number.NaN) >= condition.low && (numbers?.[row] ?? Number.NaN) <= condition.high;
    case 'during': {
      const { from = '', before = '~' } = condition;
      return (row) => String(rows[row][at]) >= from && String(rows[row][at]) < before;
    }
    case 'against':
      return against(condition, table);
    case 'either': {
      const tried = condition.of.map((one) => tryCondition(one, table));
      return (row) => tried.some((holds) => holds[row] === 1);
    }
  }
}

/** Rows are compared with the first that the other condition holds for. */
function against(
  { field, operator, of }: Extract<Condition, { test: 'against' }>,
  table: IndexedTable,
): (row: number) => boolean {
  const place = table.fields.indexOf(field);
  const own = tryCondition(of, table);
  const [first, values] = [own.indexOf(1), table.numbers[place] ?? table.codes[place]];
  const isKnown = first >= 0 && table.codes[place][first] >= 0;
  return (row) => isKnown && own[row] === 0 && compares[operator](values[row], values[first]);
}
