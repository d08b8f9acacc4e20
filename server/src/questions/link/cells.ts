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

/** Returns the days since 1970 of an ISO date. */
export function dayIn(cell: unknown): number {
  const time = typeof cell === 'string' ? Date.parse(cell) : Number.NaN;
  return time / 86_400_000;
}
