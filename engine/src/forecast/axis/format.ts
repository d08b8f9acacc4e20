/** How a column writes its times; forecasts are written the same way. */
export const timeStyles = ['integer', 'date', 'timestamp', 'month', 'quarter'] as const;

export interface TimeFormat {
  style: (typeof timeStyles)[number];
  /** Between year and month or quarter: `-` in 1949-01, `Q` in 2020Q1. */
  mark: string;
  /** Whether the month always has two digits. */
  isPadded: boolean;
}

/** Writes a time (milliseconds since 1970 UTC, or an integer) as a cell of its column. */
export function writeTime({ style, mark, isPadded }: TimeFormat, time: number): string | number {
  if (style === 'integer') return time;
  const date = new Date(time);
  if (style === 'timestamp') return date.toISOString();
  const year = String(date.getUTCFullYear()).padStart(4, '0');
  if (style === 'quarter') return year + mark + (Math.floor(date.getUTCMonth() / 3) + 1);
  if (style === 'month') return year + mark + String(date.getUTCMonth() + 1).padStart(isPadded ? 2 : 1, '0');
  return date.toISOString().slice(0, -'T00:00:00.000Z'.length);
}
