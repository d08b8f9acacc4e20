import type { Requested } from './decision.ts';
import { saysBirth, saysLater } from './names.ts';
import { note, type ReadingNote } from './notes.ts';
import type { SeenCell } from './tally.ts';

/** Without anything known, two digits mean 1970 to 2069; else a date lies at most this many years ahead. */
const usualLatest = 2069;
const mostAhead = 20;

/** Decides which hundred years two digits may mean; `short` are the cells that have such a year. */
export function latestYearOf(
  cells: readonly SeenCell[],
  short: readonly SeenCell[],
  { name = '', now }: Requested,
  readAll?: (latestYear: number) => number,
): { latestYear: number | undefined; notes: ReadingNote[] } {
  if (short.length === 0) return { latestYear: undefined, notes: [] };
  const { latestYear, why } = decideYear(name, now, fullYears(cells), readAll);
  const detail = `years of two digits are read as ${latestYear - 99} to ${latestYear}${why}; write four digits otherwise`;
  return { latestYear, notes: [note('short_years', detail)] };
}

function fullYears(cells: readonly SeenCell[]): number[] {
  return cells.flatMap(({ text }) => {
    const found = /(?<!\d)[12]\d{3}(?!\d)/.exec(text);
    return found ? [Number(found[0])] : [];
  });
}

function decideYear(
  name: string,
  now: number | undefined,
  full: readonly number[],
  readAll?: (latestYear: number) => number,
): { latestYear: number; why: string } {
  if (now === undefined || saysLater(name)) return { latestYear: usualLatest, why: '' };
  const thisYear = new Date(now).getUTCFullYear();
  if (saysBirth(name)) {
    const isAhead = readAll !== undefined && readAll(thisYear) > now;
    return { latestYear: isAhead ? thisYear - 1 : thisYear, why: ', since nobody is born in the future' };
  }
  const last = full.reduce((most, one) => Math.max(most, one), 0);
  if (last > 0 && last <= thisYear) return { latestYear: thisYear, why: ', since no full year lies in the future' };
  return { latestYear: Math.max(thisYear + mostAhead, last), why: '' };
}
