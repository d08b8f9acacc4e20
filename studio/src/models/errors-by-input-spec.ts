import { figure } from '../shared/format.ts';
import { words } from '../words/curves.ts';
import { inWords } from './value.ts';

const quiet = '#868e96';
/** More labels than this stand on a slope. */
const mostLevel = 5;

/** Errors of held-out rows in parts of an input: of one value, or between two edges. */
export interface ErrorsAlong {
  column: string;
  bands: {
    value?: string | boolean | null;
    from?: number | string | null;
    below?: number | string | null;
    rows: number;
    mean: number;
    standard_error: number | null;
    low: number;
    high: number;
  }[];
}

/** Draws the mean error, and the middle of the errors, in parts of an input. */
export function errorsByInputSpec({ column, bands }: ErrorsAlong): object {
  const shown = lengthOfMoments(bands);
  const values = bands.map((band) => ({
    ...band,
    part: partOf(band, shown),
    lower: band.mean - 2 * (band.standard_error ?? 0),
    upper: band.mean + 2 * (band.standard_error ?? 0),
  }));
  const x = {
    field: 'part',
    type: 'nominal',
    title: column,
    sort: null,
    axis: { labelLimit: 180, labelAngle: values.length > mostLevel ? -45 : 0 },
  };
  const y = { field: 'mean', type: 'quantitative', title: words.error };
  return {
    data: { values },
    layer: [
      {
        mark: { type: 'rule', strokeDash: [4, 4], color: quiet },
        encoding: { y: { datum: 0, type: 'quantitative' } },
      },
      {
        mark: { type: 'rule', strokeWidth: 6, opacity: 0.3, strokeCap: 'round', color: quiet },
        encoding: { x, y: { ...y, field: 'low' }, y2: { field: 'high' } },
      },
      {
        mark: { type: 'rule', color: quiet, strokeWidth: 2 },
        encoding: { x, y: { ...y, field: 'lower' }, y2: { field: 'upper' } },
      },
      { mark: { type: 'line', point: true, tooltip: true }, encoding: { x, y } },
    ],
  };
}

type Band = ErrorsAlong['bands'][number];

/** Characters of a moment that tell the edges apart: those of its day, or of its minute. */
function lengthOfMoments(bands: readonly Band[]): number {
  const edges = bands.flatMap(({ from }) => (typeof from === 'string' ? [from] : []));
  return new Set(edges.map((edge) => edge.slice(0, 10))).size === edges.length ? 10 : 16;
}

function partOf({ value, from, below }: Band, shown: number): string {
  if (value !== undefined) return value === null ? words.missingPart : inWords(value);
  const isMoment = typeof (from ?? below) === 'string';
  const [low, high] = [from, below].map((edge) =>
    typeof edge === 'number' ? figure(edge) : edge?.slice(0, shown).replace('T', ' '),
  );
  if (low === undefined) return high === undefined ? words.knownPart : words.belowPart(high);
  // Two dates side by side would be cut; the next part begins where this one ends.
  return high === undefined || isMoment ? words.fromPart(low) : `${low} – ${high}`;
}
