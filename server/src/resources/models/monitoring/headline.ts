import type { Bar, Tally } from './tally.ts';

/** A figure with its standard error. */
export interface Measured {
  value: number;
  standard_error: number;
}

const count = (bars: readonly Bar[]) => bars.reduce((sum, bar) => sum + bar.count, 0);
/** Fewer rows of a class place the others by chance. */
const leastOfClass = 10;

/**
 * The area under the curve of two classes. Its standard error is that of DeLong, or that of Hanley and McNeil at the
 * training's area, whichever is greater: few rows of a class may be in a row by chance. Undefined for fewer.
 */
export function areaOf(zeros: readonly Bar[], ones: readonly Bar[], usual: number | undefined): Measured | undefined {
  const [some, others] = [count(zeros), count(ones)];
  if (Math.min(some, others) < leastOfClass) return undefined;
  const [high, low] = [placementsOf(ones, zeros), placementsOf(zeros, ones)];
  const value = meanOf(high);
  const own = varianceOf(high) / others + varianceOf(low) / some;
  return { value, standard_error: Math.sqrt(Math.max(own, varianceAt(usual ?? value, some, others))) };
}

/** Of each bar the share of the others below it; equal ones count half. */
function placementsOf(bars: readonly Bar[], others: readonly Bar[]): Bar[] {
  const all = count(others);
  let [next, below] = [0, 0];
  return bars.map((bar) => {
    while (next < others.length && others[next].value < bar.value) below += others[next++].count;
    const equal = others[next]?.value === bar.value ? others[next].count : 0;
    return { value: (below + equal / 2) / all, count: bar.count };
  });
}

function meanOf(bars: readonly Bar[]): number {
  return bars.reduce((sum, bar) => sum + bar.count * bar.value, 0) / count(bars);
}

function varianceOf(bars: readonly Bar[]): number {
  const mean = meanOf(bars);
  return bars.reduce((sum, bar) => sum + bar.count * (bar.value - mean) ** 2, 0) / Math.max(1, count(bars) - 1);
}

function varianceAt(usual: number, some: number, others: number): number {
  const area = Math.min(0.99, Math.max(0.01, usual));
  const [one, other] = [area / (2 - area) - area ** 2, (2 * area ** 2) / (1 + area) - area ** 2];
  return (area * (1 - area) + (others - 1) * one + (some - 1) * other) / (some * others);
}

/** Fewer truths of a class give no F1. */
const leastForF1 = 5;

/** The mean F1 of all classes, with its standard error by the delta method; undefined where a class has few truths. */
export function f1Of(confusion: readonly (readonly number[])[]): Measured | undefined {
  const size = confusion.length;
  const actual = confusion.map((row) => row.reduce((sum, one) => sum + one, 0));
  if (Math.min(...actual) < leastForF1) return undefined;
  const given = confusion.map((_, label) => confusion.reduce((sum, row) => sum + row[label], 0));
  const both = actual.map((one, label) => one + given[label]);
  const parts = confusion.map((row, label) => (2 * row[label]) / both[label]);
  // What one more row adds to the figure.
  const right = (label: number) => (2 - 2 * parts[label]) / both[label];
  const wrong = (label: number) => -parts[label] / both[label];
  let variance = 0;
  for (const [truth, row] of confusion.entries())
    for (const [answer, rows] of row.entries())
      variance += rows * (truth === answer ? right(truth) : wrong(truth) + wrong(answer)) ** 2;
  return { value: parts.reduce((sum, one) => sum + one, 0) / size, standard_error: Math.sqrt(variance) / size };
}

/** Where fewer truths make up the spread (by its fourth powers), one absurd truth decides the figure. */
const leastForShare = 5;

/** R², with its standard error by the delta method; undefined where few truths make up the spread. */
export function explainedOf({ n = 0, d, dd, ddd, dddd, ee, eed, eedd, eeee }: Tally): Measured | undefined {
  if (n === 0) return undefined;
  const mean = d / n;
  const spread = dd / n - mean ** 2;
  if (!(spread > 1e-12 * (dd / n))) return undefined;
  const left = ee / n / spread;
  const far = dddd - 4 * mean * ddd + 6 * mean ** 2 * dd - 4 * mean ** 3 * d + n * mean ** 4;
  if ((n * spread) ** 2 < leastForShare * far) return undefined;
  const shared = eedd - 2 * mean * eed + mean ** 2 * ee;
  const squares = Math.max(0, eeee - 2 * left * shared + left ** 2 * far);
  return { value: 1 - left, standard_error: Math.sqrt(squares) / n / spread };
}
