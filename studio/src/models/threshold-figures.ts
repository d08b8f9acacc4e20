import type { Attributes } from './described.ts';

export interface ErrorCosts {
  false_positive: number;
  false_negative: number;
}

/** Held-out rows as a threshold answers them. */
export interface Answered {
  threshold: number;
  truePositives: number;
  falsePositives: number;
  falseNegatives: number;
  rows: number;
}

type Points = Attributes['roc'];

/** The point of a curve that a threshold chooses: the last one at or above it. */
export function pointAt<Point extends { threshold: number | null }>(points: Point[], threshold: number): Point {
  return points.findLast((point) => point.threshold === null || point.threshold >= threshold) ?? points[0];
}

export function answeredAt(points: Points, threshold: number): Answered {
  const { true_positives, false_positives } = pointAt(points, threshold);
  const all = points[points.length - 1];
  return {
    threshold,
    truePositives: true_positives,
    falsePositives: false_positives,
    falseNegatives: all.true_positives - true_positives,
    rows: all.true_positives + all.false_positives,
  };
}

/** Mean cost of a row and its standard error. */
export function costOf(answered: Answered, costs: ErrorCosts): { mean: number; error: number } {
  const { falsePositives, falseNegatives, rows } = answered;
  const mean = (falsePositives * costs.false_positive + falseNegatives * costs.false_negative) / rows;
  const squares = (falsePositives * costs.false_positive ** 2 + falseNegatives * costs.false_negative ** 2) / rows;
  return { mean, error: Math.sqrt(Math.max(0, squares - mean ** 2) / rows) };
}

/** The threshold that costs least where probabilities are right. */
export function bestFor({ false_positive, false_negative }: ErrorCosts): number {
  return false_positive / (false_positive + false_negative);
}
