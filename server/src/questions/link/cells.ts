/** How cells are read as numbers, years and months; the SQL of `realise/` reads them in the same way. */

const firstNumber = /-?\d+(?:\.\d+)?/;
const firstYear = /(?<!\d)(?:1[0-9]|20)\d\d(?!\d)/;

/** Returns the first number of a text, as `regexp_extract` finds it; NaN where there is none. */
export function numberIn(cell: unknown): number {
  if (typeof cell === 'number') return cell;
  if (typeof cell !== 'string') return Number.NaN;
  const found = firstNumber.exec(cell.replaceAll(/(\d),(\d)/g, '$1$2'));
  return found ? Number(found[0]) : Number.NaN;
}

/** Returns the year that a date or text tells: the first four digits between 1000 and 2099. */
export function yearIn(cell: unknown): number {
  const found = typeof cell === 'string' ? firstYear.exec(cell) : null;
  return found ? Number(found[0]) : Number.NaN;
}

export function monthIn(cell: unknown): number {
  return typeof cell === 'string' && /^\d{4}-\d\d/.test(cell) ? Number(cell.slice(5, 7)) : Number.NaN;
}

/** Returns the day of the week of a date, Monday as 1. */
export function weekdayIn(cell: unknown): number {
  const day = typeof cell === 'string' ? new Date(`${cell.slice(0, 10)}T00:00:00Z`).getUTCDay() : Number.NaN;
  return day === 0 ? 7 : day;
}

export function hourIn(cell: unknown): number {
  const found = typeof cell === 'string' ? /^\d{4}-\d\d-\d\d[T ](\d\d):/.exec(cell) : null;
  return found ? Number(found[1]) : Number.NaN;
}

function firstOfMonth(cell: unknown): string | undefined {
  return typeof cell === 'string' && /^\d{4}-\d\d/.test(cell) ? `${cell.slice(0, 7)}-01` : undefined;
}

function firstOfQuarter(cell: unknown): string | undefined {
  const month = monthIn(cell);
  if (Number.isNaN(month)) return undefined;
  return `${String(cell).slice(0, 5)}${String(month - ((month - 1) % 3)).padStart(2, '0')}-01`;
}

const dayOf = (cell: unknown) => (typeof cell === 'string' ? cell.slice(0, 10) : undefined);

const readPeriod = { day: dayOf, 'each month': firstOfMonth, 'each quarter': firstOfQuarter };

/** What reads a part of a cell: as a number, or the first day of a period. */
export const readPart = {
  number: numberIn,
  year: yearIn,
  month: monthIn,
  weekday: weekdayIn,
  hour: hourIn,
  ...readPeriod,
};

/** Returns the days since 1970 of an ISO date. */
export function dayIn(cell: unknown): number {
  const time = typeof cell === 'string' ? Date.parse(cell) : Number.NaN;
  return time / 86_400_000;
}
