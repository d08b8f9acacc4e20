/** The field of a truth that says which of several predictions of its ID is meant. */
export const predictedAt = 'predicted_at';

/** When a prediction was made, as texts that compare with those of windows. */
export interface Span {
  from: string;
  to: string;
}

const spelling = /^([12]\d{3}-\d\d)(?:(-\d\d)(?:[Tt ](\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?)([Zz]|[+-]\d\d:?\d\d)?)?)?$/;
const dayMs = 86_400_000;
const hourMs = 3_600_000;
/** Rows of the first seconds of a window may count in the one before it; a whole hour names the window that it begins. */
const slackMs = 10_000;

export const spanHint = 'must be a month (2026-01), a day (2026-01-31) or a moment (2026-01-31T12:00:00Z)';

/** Reads a month, a day or a moment, in UTC where it names no other zone; undefined for all else. */
export function readSpan(cell: unknown): Span | undefined {
  const [, month, day, time, zone = 'Z'] = (typeof cell === 'string' && spelling.exec(cell.trim())) || [];
  if (month === undefined) return undefined;
  const start = Date.parse(`${month}${day ?? '-01'}T00:00:00Z`);
  if (Number.isNaN(start) || !iso(start).startsWith(month)) return undefined; // 30 February
  if (day === undefined) return { from: iso(start), to: iso(nextMonth(start) - 1) };
  if (time === undefined) return { from: iso(start), to: iso(start + dayMs - 1) };
  const moment = Date.parse(`${month}${day}T${time.replace(',', '.')}${zone.toUpperCase()}`);
  if (Number.isNaN(moment)) return undefined;
  return { from: iso(moment - (moment % hourMs === 0 ? 0 : slackMs)), to: iso(moment) };
}

function iso(moment: number): string {
  return new Date(moment).toISOString();
}

function nextMonth(start: number): number {
  const date = new Date(start);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1);
}

/** Clocks of callers go wrong by minutes. */
const aheadMs = 3_600_000;

/** Returns whether a span begins later than any prediction may have been made. */
export function isFuture({ from }: Span): boolean {
  return Date.parse(from) > Date.now() + aheadMs;
}
