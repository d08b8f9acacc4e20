import { isBesideWords, withWords } from './beside-words.ts';
import { parseDate } from './dates.ts';
import type { Decision, Hints, Requested } from './decision.ts';
import { latestYearOf } from './latest-year.ts';
import { note, type ReadingNote } from './notes.ts';
import type { Reading } from './reading.ts';
import { type DateTally, type SeenCell, tallyDates } from './tally.ts';
import { saidTimes } from './time-columns.ts';

type Order = NonNullable<Reading['date_order']>;

/** Decides that a column is dates; undefined when it is not. */
export function asDates(cells: readonly SeenCell[], requested: Requested, hints: Hints): Decision | undefined {
  const isRequested = requested.type !== undefined;
  const said = isRequested ? saidTimes(cells, requested) : undefined;
  if (said) return said;
  const tally = tallyDates(cells, isRequested);
  if (!tally) return undefined;
  if (tally.odd.length > 0 && !isRequested && !isBesideWords(tally, cells, true)) return undefined;
  const decided = decideOrder(tally, requested, hints);
  if (!decided) return undefined;
  const { order, isHinted } = decided;
  const { latestYear, notes } = decideLatest(cells, tally, order, requested);
  const reading: Reading = {
    type: tally.hasClock ? 'datetime' : 'date',
    blanks: requested.blanks ?? [],
    date_order: order,
    ...(latestYear === undefined ? {} : { latest_year: latestYear }),
  };
  const isProven = tally.ordered > 0 && order !== 'ymd' && !isHinted && !requested.dateOrder;
  const clear = isProven ? { dateOrder: order } : {};
  const decision: Decision = {
    reading,
    notes: [...(isHinted ? noteHinted(order) : []), ...notes],
    clear,
    open: undefined,
  };
  return withWords(decision, isRequested ? [] : tally.odd);
}

function decideOrder(
  tally: DateTally,
  requested: Requested,
  hints: Hints,
): { order: Order; isHinted: boolean } | undefined {
  const { ordered, dayFirstOnly, monthFirstOnly, yearFirstOnly } = tally;
  const plain = (order: Order) => ({ order, isHinted: false });
  const isRequested = requested.type !== undefined;
  if (requested.dateOrder) {
    const fits = isRequested || fitting(tally).includes(requested.dateOrder);
    return fits ? plain(requested.dateOrder) : undefined;
  }
  if (ordered === 0) return plain(tally.hasPoints ? 'dmy' : 'ymd');
  const orders = fitting(tally);
  if (yearFirstOnly > 0 && orders.includes('ymd')) return plain('ymd');
  if (orders.length === 0 && !isRequested) return undefined;
  if (orders.length === 1) return plain(orders[0]);
  if (hints.dateOrder && orders.includes(hints.dateOrder)) return { order: hints.dateOrder, isHinted: true };
  if (!isRequested) return undefined;
  return plain(dayFirstOnly === monthFirstOnly ? 'ymd' : dayFirstOnly > monthFirstOnly ? 'dmy' : 'mdy');
}

/** The orders in which all cells are dates; a year of two digits in front is considered where a hyphen follows it. */
function fitting({
  ordered,
  dayFirstOnly,
  monthFirstOnly,
  yearFirstOnly,
  yearFirst,
  isYearLikely,
}: DateTally): Order[] {
  const isDayFirst = monthFirstOnly + yearFirstOnly === 0;
  const isMonthFirst = dayFirstOnly + yearFirstOnly === 0;
  const isYearFirst = yearFirst === ordered && (isYearLikely || !(isDayFirst || isMonthFirst));
  return [
    ...(isDayFirst ? (['dmy'] as const) : []),
    ...(isMonthFirst ? (['mdy'] as const) : []),
    ...(isYearFirst ? (['ymd'] as const) : []),
  ];
}

function noteHinted(order: Order): ReadingNote[] {
  const name = order === 'dmy' ? 'day first' : 'month first';
  return [
    note(
      'read_from_other_columns',
      `dates are read with the ${name}, as in other columns; set \`date_order\` if that is wrong`,
    ),
  ];
}

function decideLatest(cells: readonly SeenCell[], tally: DateTally, order: Order, requested: Requested) {
  const short = tally.hasShortYear ? cells.filter(({ text }) => !/\d{4}/.test(text)) : [];
  const readLast = (latestYear: number) =>
    short.reduce(
      (last, { text }) => Math.max(last, parseDate(text, order, latestYear) || last),
      Number.NEGATIVE_INFINITY,
    );
  return latestYearOf(cells, short, requested, readLast);
}

const nameOf = { dmy: 'day', mdy: 'month', ymd: 'year' } as const;

/** Says that the order of day and month is open, or that the cells contradict each other. */
export function noteOpenDates(cells: readonly SeenCell[]): { notes: ReadingNote[]; isOpen: boolean } {
  const tally = tallyDates(cells);
  if (!tally || tally.ordered === 0) return { notes: [], isOpen: false };
  const orders = fitting(tally);
  if (orders.length === 0) return { notes: noteContradiction(tally), isOpen: false };
  if (orders.length < 2 || tally.odd.length > 0) return { notes: [], isOpen: false };
  const example = cells.find(({ text }) => tallyDates([{ text, count: 1 }])?.ordered)?.text ?? '';
  const parts = orders.map((order) => nameOf[order]).join(' or the ');
  const detail = `the column is text because dates such as "${example}" could have the ${parts} first; set \`date_order\``;
  return { notes: [note('ambiguous_dates', detail)], isOpen: true };
}

function noteContradiction({ settled }: DateTally): ReadingNote[] {
  const orders = (['dmy', 'mdy', 'ymd'] as const).filter((order) => settled[order].length > 0);
  const named = orders.map((order) => `"${settled[order][0]}" has the ${nameOf[order]} first`);
  const detail = `the column is text because ${named.join(' and ')}; correct the cells, or list them in \`blanks\``;
  return [{ ...note('ambiguous_dates', detail), cells: orders.map((order) => settled[order][0]) }];
}
