import type { ModelDescription } from '@sibyl/engine/model.ts';
import { binOf, type Reference } from './reference.ts';
import { type ShadowSketch, sketchShadow } from './shadow/sketch-shadow.ts';
import { at, type StoredPick } from './stored-pick.ts';

/** Mean and standard deviation of a figure. */
export interface Spread {
  mean: number;
  deviation: number;
}

/** What the drawn rows of a window look like. All counts are of drawn rows. */
export interface Sketch {
  drawn: number;
  /** Rows in each bin, in the order of the reference's columns. */
  columns: number[][];
  /** Rows by answered class, or by the bands of the training's answers. */
  answers: number[];
  /** Numbers: quantiles 0, 0.05, 0.25, 0.5, 0.75, 0.95, 1 of the answers. */
  quantiles: number[] | null;
  confidence: Spread | null;
  /** Width of the bounds. */
  width: Spread | null;
  /** What a waiting challenger would have answered; absent without one. */
  shadow?: ShadowSketch;
}

/** The counts of a sketch. */
export type Counts = Pick<Sketch, 'columns' | 'answers'>;

/** Adds the counts of windows of one version. */
export function addCounts(one: Counts, other: Counts): Counts {
  // What was counted before numbers had a range has fewer places.
  const add = (counts: readonly number[], more: readonly number[]) =>
    Array.from({ length: Math.max(counts.length, more.length) }, (_, bin) => (counts[bin] ?? 0) + (more[bin] ?? 0));
  return {
    columns: one.columns.map((counts, place) => add(counts, other.columns[place])),
    answers: add(one.answers, other.answers),
  };
}

const quantiles = [0, 0.05, 0.25, 0.5, 0.75, 0.95, 1];

export function sketchPicks(picks: readonly StoredPick[], reference: Reference, description: ModelDescription): Sketch {
  const columns = countCodes(picks, reference);
  const values = picks.map((pick) => pick[at.value]).sort((a, b) => a - b);
  const widths = figuresOf(picks, widthOf);
  return {
    drawn: picks.length,
    columns,
    answers: countAnswers(values, description),
    quantiles: description.classes ? null : quantiles.map((share) => values[Math.round(share * (values.length - 1))]),
    confidence: spreadOf(figuresOf(picks, (pick) => pick[at.confidence])),
    width: spreadOf(widths),
    ...sketchShadow(picks, description),
  };
}

function widthOf(pick: StoredPick): number | null {
  const [lower, upper] = [pick[at.lower], pick[at.upper]];
  return lower === null || upper === null ? null : upper - lower;
}

/** Returns what some picks have. */
function figuresOf(picks: readonly StoredPick[], read: (pick: StoredPick) => number | null): number[] {
  return picks.map(read).filter((figure) => figure !== null);
}

/** Counts the bins of each column: half a million cells take some milliseconds by their places, and 50 by iterators. */
function countCodes(picks: readonly StoredPick[], reference: Reference): number[][] {
  const columns = reference.columns.map(({ counts }) => new Array<number>(counts.length).fill(0));
  const codes = Buffer.alloc(columns.length);
  for (const pick of picks) {
    codes.write(pick[at.codes], 'base64');
    for (let place = 0; place < columns.length; place += 1)
      if (codes[place] < columns[place].length) columns[place][codes[place]] += 1;
  }
  return columns;
}

function countAnswers(values: readonly number[], { classes, residuals }: ModelDescription): number[] {
  const edges = bandEdges({ residuals });
  const counts = new Array<number>(classes ? classes.length : edges.length + 1).fill(0);
  for (const value of values) counts[classes ? value : binOf(edges, value)] += 1;
  return counts;
}

/** Returns the upper edges of the bands of held-out answers but the last. */
function bandEdges({ residuals }: Pick<ModelDescription, 'residuals'>): number[] {
  return (residuals?.bands ?? []).slice(0, -1).map(({ to }) => to);
}

export function spreadOf(values: readonly number[]): Spread | null {
  if (values.length === 0) return null;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, deviation: Math.sqrt(squares / Math.max(1, values.length - 1)) };
}
