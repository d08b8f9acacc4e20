import { listWhitenings } from './whiten.ts';

const mostWidth = 80;
/** So many are used of any panel that memory lets. */
const leastWidth = 12;
/** Cells of all series, of inputs of both kinds twice: they are put together. */
const mostCells = 40_000_000;
/** Products of inputs with each other that are kept, over all series. */
const mostKept = 20_000_000;
/** The same of one fit, which takes them at each time and for each kind of noise. */
const mostProducts = 1e10;

/** Returns how many numbers a time inputs may have, so that neither memory nor the time of a fit grows without end. */
export function mostWidthFor(
  histories: readonly Float64Array[],
  { ahead, season, kinds }: { ahead: number; season: number; kinds: number },
): number {
  const values = histories.reduce((sum, { length }) => sum + length, 0);
  const byCells = mostCells / (values + ahead * histories.length) / kinds;
  const byKept = Math.sqrt(mostKept / histories.length);
  const byTime = Math.sqrt(mostProducts / values / listWhitenings(season).length);
  return Math.floor(Math.min(mostWidth, byCells, byKept, Math.max(leastWidth, byTime)));
}
