import { words } from '../words/curves.ts';
import { words as thresholds } from '../words/threshold.ts';
import type { Attributes } from './described.ts';
import { answeredAt, costOf, type ErrorCosts, pointAt } from './threshold-figures.ts';

const quiet = '#868e96';
const share = (field: string, title: string) => ({
  field,
  type: 'quantitative',
  title,
  axis: { format: '.0%' },
  scale: { domain: [0, 1] },
});

/** Figures are exact at these. */
const hundredths = Array.from({ length: 99 }, (_, place) => (place + 1) / 100);

/** Where the threshold in force lies on a curve. */
const markOf = (values: object[], x: object, y: object) => ({
  data: { values },
  mark: { type: 'point', filled: true, size: 110, color: '#e8590c', tooltip: true },
  encoding: { x, y },
});

export function rocSpec(points: Attributes['roc'], threshold: number): object {
  const x = share('false_positive_rate', words.falsePositiveRate);
  const y = share('true_positive_rate', words.truePositiveRate);
  const chance = [0, 1].map((value) => ({ false_positive_rate: value, true_positive_rate: value }));
  return {
    layer: [
      { data: { values: chance }, mark: { type: 'line', strokeDash: [4, 4], color: quiet }, encoding: { x, y } },
      {
        data: { values: points },
        mark: { type: 'line', tooltip: true },
        encoding: { x, y, order: { field: 'false_positives', type: 'quantitative' } },
      },
      markOf([pointAt(points, threshold)], x, y),
    ],
  };
}

export function precisionRecallSpec(points: Attributes['precision_recall'], usual: number, threshold: number): object {
  const x = share('recall', words.recall);
  const y = share('precision', words.precision);
  const ordered = points.map((point, place) => ({ ...point, place }));
  const chance = [0, 1].map((recall) => ({ recall, precision: usual }));
  return {
    layer: [
      { data: { values: chance }, mark: { type: 'line', strokeDash: [4, 4], color: quiet }, encoding: { x, y } },
      {
        data: { values: ordered },
        mark: { type: 'line', interpolate: 'step-before', tooltip: true },
        encoding: { x, y, order: { field: 'place', type: 'quantitative' } },
      },
      markOf([pointAt(points, threshold)], x, y),
    ],
  };
}

export function gainsSpec(rows: Attributes['gains']): object {
  const x = share('share', words.likeliest);
  const y = share('gain', words.found);
  const values = [{ share: 0, gain: 0 }, ...rows];
  const chance = [0, 1].map((value) => ({ share: value, gain: value }));
  return {
    layer: [
      { data: { values: chance }, mark: { type: 'line', strokeDash: [4, 4], color: quiet }, encoding: { x, y } },
      { data: { values }, mark: { type: 'line', point: true, tooltip: true }, encoding: { x, y } },
    ],
  };
}

const along = { field: 'threshold', type: 'quantitative', title: thresholds.threshold, axis: { format: '.0%' } };

const lineAt = (threshold: number) => ({
  data: { values: [{ threshold }] },
  mark: { type: 'rule', color: '#e8590c', strokeWidth: 2 },
  encoding: { x: along },
});

/** What a row costs at each threshold, with two standard errors. */
export function costSpec(points: Attributes['roc'], costs: ErrorCosts, threshold: number): object {
  const values = hundredths.map((at) => {
    const { mean, error } = costOf(answeredAt(points, at), costs);
    return { threshold: at, cost: mean, low: mean - 2 * error, high: mean + 2 * error };
  });
  const y = { field: 'cost', type: 'quantitative', title: thresholds.cost, scale: { zero: false } };
  return {
    layer: [
      {
        data: { values },
        mark: { type: 'area', opacity: 0.15 },
        encoding: { x: along, y: { ...y, field: 'low' }, y2: { field: 'high' } },
      },
      { data: { values }, mark: { type: 'line', tooltip: true }, encoding: { x: along, y } },
      lineAt(threshold),
    ],
  };
}

export function ratesSpec(points: Attributes['roc'], threshold: number): object {
  const values = hundredths.flatMap((at) => {
    const { truePositives, falsePositives, falseNegatives } = answeredAt(points, at);
    const answered = truePositives + falsePositives;
    return [
      { threshold: at, rate: words.recall, value: truePositives / Math.max(1, truePositives + falseNegatives) },
      ...(answered > 0 ? [{ threshold: at, rate: words.precision, value: truePositives / answered }] : []),
    ];
  });
  const y = { field: 'value', type: 'quantitative', title: null, axis: { format: '.0%' }, scale: { domain: [0, 1] } };
  const color = { field: 'rate', type: 'nominal', title: null, legend: { orient: 'bottom' } };
  return {
    layer: [
      { data: { values }, mark: { type: 'line', tooltip: true }, encoding: { x: along, y, color } },
      lineAt(threshold),
    ],
  };
}

type Grid = NonNullable<Attributes['predicted_actual'][number]['actual']>;

/** Points, or where rows are many, cells; with the line on which a prediction is right. */
export function scatterSpec(points: { x: number; y: number }[] | Grid, titles: [string, string], right: 'same' | 0) {
  const axis = (field: string, title: string) => ({ field, type: 'quantitative', title, scale: { zero: false } });
  const [x, y] = [axis('x', titles[0]), axis('y', titles[1])];
  const marks = Array.isArray(points)
    ? { data: { values: points }, mark: { type: 'point', filled: true, opacity: 0.5, size: 25 }, encoding: { x, y } }
    : cellsOf(points, x, y);
  const ends = Array.isArray(points)
    ? points.map((point) => point.x)
    : [points.x.from, points.x.from + 25 * points.x.width];
  const line = [Math.min(...ends), Math.max(...ends)].map((end) => ({ x: end, y: right === 'same' ? end : right }));
  return {
    layer: [
      marks,
      { data: { values: line }, mark: { type: 'line', strokeDash: [4, 4], color: quiet }, encoding: { x, y } },
    ],
  };
}

function cellsOf({ x: across, y: up, cells }: Grid, x: object, y: object): object {
  const values = cells.map(([column, row, rows]) => ({
    x: across.from + column * across.width,
    x2: across.from + (column + 1) * across.width,
    y: up.from + row * up.width,
    y2: up.from + (row + 1) * up.width,
    rows,
  }));
  return {
    data: { values },
    mark: { type: 'rect', tooltip: true },
    encoding: {
      x,
      y,
      x2: { field: 'x2' },
      y2: { field: 'y2' },
      color: { field: 'rows', type: 'quantitative', title: words.rows, scale: { type: 'sqrt' } },
    },
  };
}
