import type { ColumnSummary } from '../../grounding.ts';
import type { Period } from './logical-form.ts';
import type { PieceOf } from './pieces.ts';
import { isoDay, isTemporal, type Lattice } from './readings.ts';
import {
  anyColumn,
  date,
  either,
  map,
  mapAll,
  maybe,
  month,
  number,
  quarter,
  type Rule,
  sequence,
  term,
  the,
} from './rules.ts';

/** Days as ISO texts, the second no longer within. */
interface Span {
  from: string;
  before: string;
}

const isYear = (value: number) => Number.isInteger(value) && value >= 1900 && value <= 2100;
const year: Rule<number> = map(sequence(maybe(term('year')), number), ([, value]) =>
  isYear(value) ? value : undefined,
);

/** The one year that the moments of a table lie in, for "in March" without a year. */
function onlyYear({ table }: Lattice): number | undefined {
  const years = table.columns
    .filter(isTemporal)
    .flatMap(({ min, max }) => [min, max].map((one) => Number(String(one).slice(0, 4))));
  return new Set(years).size === 1 && isYear(years[0]) ? years[0] : undefined;
}

const monthOfYear: Rule<Span> = map(
  sequence(month, maybe(term('of')), maybe(year)),
  ([{ month: index }, , named], lattice) => {
    const of = named ?? onlyYear(lattice);
    return of === undefined ? undefined : { from: isoDay(of, index, 1), before: isoDay(of, index + 1, 1) };
  },
);

const dayOfMonth: Rule<Span> = map(
  either(
    map(sequence(number, maybe(term('of')), month, year), ([day, , { month: index }, of]) => ({ day, index, of })),
    map(sequence(month, number, maybe(term('and')), year), ([{ month: index }, day, , of]) => ({ day, index, of })),
  ),
  ({ day, index, of }) =>
    Number.isInteger(day) && day >= 1 && day <= 31
      ? { from: isoDay(of, index, day), before: isoDay(of, index, day + 1) }
      : undefined,
);

const quarterOfYear: Rule<Span> = map(
  sequence(quarter, maybe(term('of')), maybe(year)),
  ([{ quarter: index }, , named], lattice) => {
    const of = named ?? onlyYear(lattice);
    return of === undefined ? undefined : { from: isoDay(of, index * 3, 1), before: isoDay(of, index * 3 + 3, 1) };
  },
);

const periods = term('year', 'quarter', 'month', 'week', 'day');

/** "this month", "last year", "last 30 days", "yesterday". */
const relative: Rule<Span> = either(
  map(sequence(term('thisPeriod', 'lastPeriod'), periods), ([which, period], { now }) =>
    spanAround(period as Period, now, which === 'thisPeriod' ? 0 : -1),
  ),
  map(sequence(term('lastPeriod'), number, term('day')), ([, days], { now }) => ({
    from: dayFrom(now, -days),
    before: dayFrom(now, 1),
  })),
  map(term('today', 'yesterday'), (which, { now }) => spanAround('day', now, which === 'today' ? 0 : -1)),
);

function dayFrom(now: Date, days: number): string {
  return isoDay(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + days);
}

function spanAround(period: Period, now: Date, shift: number): Span {
  const [of, index] = [now.getUTCFullYear(), now.getUTCMonth()];
  if (period === 'year') return { from: isoDay(of + shift, 0, 1), before: isoDay(of + shift + 1, 0, 1) };
  if (period === 'month') return { from: isoDay(of, index + shift, 1), before: isoDay(of, index + shift + 1, 1) };
  if (period === 'day') return { from: dayFrom(now, shift), before: dayFrom(now, shift + 1) };
  if (period === 'quarter') {
    const first = (Math.floor(index / 3) + shift) * 3;
    return { from: isoDay(of, first, 1), before: isoDay(of, first + 3, 1) };
  }
  const monday = -((now.getUTCDay() + 6) % 7) + 7 * shift;
  return { from: dayFrom(now, monday), before: dayFrom(now, monday + 7) };
}

const span: Rule<Span> = either(
  map(date, ({ from, before }) => ({ from, before })),
  map(year, (of) => ({ from: isoDay(of, 0, 1), before: isoDay(of + 1, 0, 1) })),
  monthOfYear,
  dayOfMonth,
  quarterOfYear,
);

const during: Rule<Partial<Span>> = either<Partial<Span>>(
  map(sequence(term('in', 'of'), the, either(span, relative)), ([, , one]) => one),
  relative,
  monthOfYear,
  dayOfMonth,
  quarterOfYear,
  map(sequence(term('after'), span), ([, { before }]) => ({ from: before })),
  map(sequence(term('since'), span), ([, { from }]) => ({ from })),
  map(sequence(term('before'), span), ([, { from }]) => ({ before: from })),
  map(sequence(term('until'), span), ([, { before }]) => ({ before })),
  map(sequence(term('between', 'since'), span, term('and', 'to', 'until'), span), ([, { from }, , { before }]) =>
    from < before ? { from, before } : undefined,
  ),
);

/** Of the column named, or else of whichever column holds moments. */
export const dateConditions: Rule<PieceOf<'condition'>> = mapAll(
  sequence(maybe(anyColumn), maybe(term('be')), during),
  ([named, , { from, before }], { table }) => {
    const columns: ColumnSummary[] = named ? [named] : table.columns;
    return columns.filter(isTemporal).map((column) => ({
      kind: 'condition',
      condition: { column, test: 'during', from, before },
      startsWithColumn: named !== undefined,
    }));
  },
);
