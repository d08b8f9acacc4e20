/** The parts of a backtest that tell how often its interval held. */
interface Held {
  level: number;
  steps: readonly { count: number; covered: number | null }[];
  series: readonly { series: Record<string, unknown>; covered: number | null }[];
}

/** Shares of actual values that the interval of a level held in the backtest. */
interface Covered {
  level: number;
  all: number;
  /** Null of a table of one series, and where the backtest does not list it. */
  series: number | null;
}

/** What the interval held in the backtest, of all series and of the one that a row is of; undefined where nothing tells. */
export function coveredIn({ level, steps, series }: Held, row: Record<string, unknown>): Covered | undefined {
  const known = steps.filter(({ covered }) => covered !== null);
  const count = known.reduce((sum, one) => sum + one.count, 0);
  if (count === 0) return undefined;
  const all = known.reduce((sum, one) => sum + (one.covered! * one.count) / count, 0);
  const own = series.length > 1 ? series.find((one) => isOf(one.series, row)) : undefined;
  return { level, all, series: own?.covered ?? null };
}

function isOf(series: Record<string, unknown>, row: Record<string, unknown>): boolean {
  return Object.entries(series).every(([column, value]) => String(row[column]) === String(value));
}
