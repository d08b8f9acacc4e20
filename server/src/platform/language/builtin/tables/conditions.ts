import type { ColumnSummary } from '../../grounding.ts';
import { amount, amountTest, compare } from './amounts.ts';
import { dateConditions } from './dates.ts';
import type { Condition, Test } from './logical-form.ts';
import type { PieceOf } from './pieces.ts';
import { columnsOfConcept, isCount, isNumeric, type Lattice } from './readings.ts';
import {
  adjective,
  apart,
  columnThat,
  either,
  entity,
  listOf,
  map,
  mapAll,
  maybe,
  number,
  quoted,
  type Rule,
  sequence,
  term,
  the,
  value,
} from './rules.ts';

type ConditionPiece = PieceOf<'condition'>;

const numericColumn = columnThat(isNumeric);
const textColumn = columnThat(({ type }) => type === 'text');
const is = maybe(term('be', 'equal'));

function piece(column: ColumnSummary, test: Test, startsWithColumn = false): ConditionPiece {
  return { kind: 'condition', condition: { column, ...test }, startsWithColumn };
}

/** "price over 3000", "rooms = 2", "on the market for more than 30 days": the column may be named around the number. */
const columnThenAmount: Rule<ConditionPiece> = apart(
  either(
    map(
      sequence(numericColumn, maybe(term('be')), maybe(term('of')), amountTest, maybe(numericColumn)),
      ([column, , , { test }, unit]) => ((unit ?? column) === column ? piece(column, test, true) : undefined),
    ),
    map(sequence(numericColumn, is, amount), ([column, , one]) => piece(column, compare('=', one).test, true)),
  ),
);

/** "at least 2 rooms", "3-room", "1 or 2 bathrooms", "over 30 days on the market". */
const amountThenColumn: Rule<ConditionPiece> = either(
  map(sequence(amountTest, maybe(term('of')), the, numericColumn), ([{ test }, , , column]) => piece(column, test)),
  map(sequence(maybe(term('equal')), amount, numericColumn), ([, one, column]) =>
    piece(column, compare('=', one).test),
  ),
  map(sequence(amount, numericColumn, term('orMore', 'orLess')), ([one, column, side]) =>
    piece(column, compare(side === 'orMore' ? '>=' : '<=', one).test),
  ),
  map(sequence(listOf(number, term('or')), numericColumn), ([values, column]) =>
    piece(column, { test: 'oneOf', values }),
  ),
);

/** "under $3000": a column of prices, whichever there is. */
const money: Rule<ConditionPiece> = mapAll(amountTest, ({ test, money }, { table, vocabulary }) =>
  money ? columnsOfConcept(table, 'price', vocabulary).map((column) => piece(column, test)) : [],
);

/** "cheaper", "more expensive": the columns it may be about and whether it means more of them. */
export const comparative: Rule<{ column: ColumnSummary; more: boolean }> = either(
  mapAll(adjective, (one, lattice) => (one.form === 'comparative' ? orderedBy(one, one.more, lattice) : [])),
  mapAll(sequence(term('moreSo', 'lessSo'), adjective), ([so, one], lattice) =>
    one.form === 'plain' ? orderedBy(one, one.more === (so === 'moreSo'), lattice) : [],
  ),
);

export function orderedBy(
  { concept }: { concept: string },
  more: boolean,
  { table, vocabulary }: Lattice,
): { column: ColumnSummary; more: boolean }[] {
  return columnsOfConcept(table, concept, vocabulary).map((column) => ({ column, more }));
}

/** "cheaper than 2000", "larger than 800 sqft". */
const adjectiveThenAmount: Rule<ConditionPiece> = map(
  sequence(comparative, term('than'), amount, maybe(numericColumn)),
  ([{ column, more }, , one, unit]) =>
    isNumeric(column) && (unit === undefined || unit === column)
      ? piece(column, compare(more ? '>' : '<', one).test)
      : undefined,
);

const averageWords = sequence(the, term('average'), maybe(entity));

/** "larger than average", "above the average price", "rent below average". */
const againstAverage: Rule<ConditionPiece> = either(
  map(sequence(comparative, term('than'), averageWords), ([{ column, more }]) =>
    isNumeric(column) ? piece(column, { test: 'averageOf', operator: more ? '>' : '<' }) : undefined,
  ),
  map(sequence(term('more', 'less'), the, term('average'), numericColumn), ([side, , , column]) =>
    piece(column, { test: 'averageOf', operator: side === 'more' ? '>' : '<' }),
  ),
  map(sequence(numericColumn, is, term('more', 'less'), averageWords), ([column, , side]) =>
    piece(column, { test: 'averageOf', operator: side === 'more' ? '>' : '<' }, true),
  ),
);

interface Named {
  column: ColumnSummary;
  test: Test;
  contrasted: boolean;
}

function valueList(separator: 'or' | 'versus'): Rule<Named> {
  return map(listOf(value, sequence(term(separator), maybe(term('in')), the)), (all) => {
    const [{ column }] = all;
    const isOfOne = all.every((one) => one.column === column) && new Set(all.map((one) => one.value)).size > 1;
    const test = { test: 'oneOf', values: all.map((one) => one.value) } as const;
    return isOfOne ? { column, test, contrasted: separator === 'versus' } : undefined;
  });
}

const values: Rule<Named> = either<Named>(
  map(value, ({ column, value: one }) => ({
    column,
    test: { test: 'compare', operator: '=', value: one },
    contrasted: false,
  })),
  valueList('or'),
  valueList('versus'),
);

/** "in downtown or westbrae", "great locations", "location is great". */
const named: Rule<ConditionPiece> = map(
  sequence(maybe(textColumn), is, maybe(term('between')), maybe(term('in')), the, values, maybe(textColumn)),
  ([before, , , , , { column, test, contrasted }, after]) =>
    (before ?? column) === column && (after ?? column) === column
      ? { ...piece(column, test, before !== undefined), contrasted }
      : undefined,
);

/** "customer 'Smith'": what is quoted is taken at its word. */
const quotedValue: Rule<ConditionPiece> = map(
  sequence(textColumn, is, maybe(term('in')), quoted),
  ([column, , , { text }]) => piece(column, { test: 'compare', operator: '=', value: text }, true),
);

const flag: Rule<ConditionPiece> = map(
  columnThat(({ type }) => type === 'boolean'),
  (column) => piece(column, { test: 'compare', operator: '=', value: true }),
);

/** "no bathrooms" counts none; "without a phone" has none on record. */
const lacking: Rule<ConditionPiece> = either(
  map(
    sequence(
      term('no'),
      the,
      columnThat(() => true),
    ),
    ([, , column], { vocabulary }) => {
      if (column.type === 'boolean') return piece(column, { test: 'compare', operator: '=', value: false });
      if (isCount(column, vocabulary)) return piece(column, { test: 'compare', operator: '=', value: 0 });
      return isNumeric(column) ? undefined : piece(column, { test: 'missing' });
    },
  ),
  map(
    sequence(
      columnThat(() => true),
      is,
      term('missing'),
    ),
    ([column]) => piece(column, { test: 'missing' }, true),
  ),
  map(
    sequence(
      term('missing'),
      columnThat(() => true),
    ),
    ([, column]) => piece(column, { test: 'missing' }),
  ),
);

/** What a single row is, without "not". Also all that a prediction may be asked of. */
export const plainConditions: Rule<ConditionPiece> = either(
  columnThenAmount,
  amountThenColumn,
  money,
  adjectiveThenAmount,
  againstAverage,
  named,
  quotedValue,
  flag,
  lacking,
  dateConditions,
);

/** Every condition, negated ones too: "not in downtown", "price not over 3000". */
export const conditions: Rule<ConditionPiece> = either(
  plainConditions,
  map(sequence(term('not'), maybe(term('with', 'in')), the, plainConditions), ([, , , one]) => negate(one)),
  map(sequence(numericColumn, term('not'), amountTest), ([column, , { test }]) => negate(piece(column, test, true))),
  map(sequence(textColumn, term('not'), the, values), ([before, , , { column, test }]) =>
    before === column ? negate(piece(column, test, true)) : undefined,
  ),
);

function negate(one: ConditionPiece): ConditionPiece {
  const condition: Condition = { ...one.condition, negated: true };
  return { ...one, condition };
}
