import { words } from '../words/models.ts';
import { inWords } from './value.ts';

/** The mean answer by values of an input, of one class. */
export interface Curve {
  column: string;
  type: string;
  class: string | null;
  points: { value: number | string | null; mean: number; low: number; high: number; count: number }[];
}

/**
 * Draws how the mean answer, and the middle of the answers, depends on an input: a line along numbers and times. Of
 * classes it is the probability.
 */
export function dependenceSpec(curves: readonly Curve[], target: string): object {
  const [{ class: only }] = curves;
  const title =
    only === null
      ? target
      : curves.length > 1
        ? words.probabilityOf(target)
        : words.probabilityOf(target, inWords(only));
  const isMoment = curves[0].type === 'datetime';
  const values = curves.flatMap((curve) =>
    curve.points
      .filter(({ value }) => value !== null)
      .map(({ value, ...point }) => ({
        ...point,
        value: typeof value === 'number' || isMoment ? value : inWords(value),
        class: inWords(curve.class),
      })),
  );
  const hasLine = isMoment || values.every(({ value }) => typeof value === 'number');
  const x = {
    field: 'value',
    title: curves[0].column,
    ...(isMoment
      ? {
          type: 'temporal',
          scale: { type: 'utc' },
          axis: momentAxis(values.map(({ value }) => Date.parse(String(value)))),
        }
      : { type: hasLine ? 'quantitative' : 'nominal', scale: { zero: false }, ...(hasLine ? {} : { sort: null }) }),
  };
  const y = { field: 'mean', type: 'quantitative', title, scale: { zero: false } };
  const color = curves.length > 1 ? { color: { field: 'class', type: 'nominal', title: null } } : {};
  return {
    data: { values },
    layer: [
      {
        mark: hasLine ? { type: 'area', opacity: 0.15 } : { type: 'rule', strokeWidth: 8, opacity: 0.25 },
        encoding: { x, y: { ...y, field: 'low' }, y2: { field: 'high' }, ...color },
      },
      { mark: hasLine ? { type: 'line' } : { type: 'point', filled: true, size: 70 }, encoding: { x, y, ...color } },
    ],
  };
}

const day = 86_400_000;

/** Each label tells its year: Vega's own do so in January only, and ticks need not be there. */
function momentAxis(moments: readonly number[]): object {
  const span = Math.max(...moments) - Math.min(...moments);
  const format = span > 400 * day ? '%b %Y' : span > 3 * day ? '%-d %b %Y' : '%-d %b %H:%M';
  return { format, tickCount: 6, labelOverlap: true };
}
