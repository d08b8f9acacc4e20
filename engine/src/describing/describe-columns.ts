import { clampFinite } from '../columns/cells.ts';
import type { Field, NumericField } from '../columns/fields.ts';
import type { SourceColumn } from '../columns/inputs.ts';
import type { ColumnProfile } from '../columns/profile.ts';
import type { CandidateDescription, FeatureDescription, RangeDescription } from '../description.ts';
import type { PlacedEncoder } from '../encoding/frame.ts';
import type { Importance } from '../explanations/importance.ts';
import type { MetricName } from '../metrics/metrics.ts';
import type { Contender } from '../search/race.ts';
import type { ColumnSummary } from '../table.ts';
import type { Compared } from '../training/select.ts';

const mostValues = 20;

/** One row for each source column. `importances` and `encoders` number the features in the order of the source. */
export function describeFeatures(
  columns: readonly SourceColumn[],
  encoders: readonly PlacedEncoder[],
  importances: readonly Importance[],
): FeatureDescription[] {
  let input = 0;
  return columns.map(({ profile, role }) => {
    const { name: column, kind: type, missing, distinct } = profile;
    if (role !== 'feature') return { column, type, encoder: 'none', role, importance: 0, missing, distinct };
    const labels = encoders.filter((placed) => placed.input === input).map(({ encoder }) => encoder.label);
    const { share: importance } = importances[input++];
    return { column, type, encoder: labels.join(', '), role, importance, missing, distinct };
  });
}

/** The range or the values of each input in training. */
export function describeRanges(
  fields: readonly Field[],
  summaries: ReadonlyMap<string, ColumnSummary> = new Map(),
): RangeDescription[] {
  return fields.map((field) => {
    const { name: column, kind: type } = field.profile;
    if (field.type === 'text') {
      const values = type === 'category' ? field.texts.slice(0, mostValues) : null;
      return { column, type, ...noLimits, values };
    }
    if (type === 'boolean') return { column, type, ...noLimits, values: wordsOf(field) };
    const limits = limitsOf(field.profile, limitsFrom(field, summaries));
    return { column, type, ...limits, median: medianOf(field), values: null };
  });
}

const noLimits = { min: null, max: null, median: null };

/** Both words of a boolean column, the more frequent one first. */
function wordsOf({ profile: { words: [no, yes] = ['false', 'true'] }, values }: NumericField): string[] {
  const balance = values.reduce((sum, value) => sum + (value === 1 ? 1 : value === 0 ? -1 : 0), 0);
  return balance > 0 ? [yes, no] : [no, yes];
}

/** The lower one of two middle values: one that occurs. */
function medianOf({ profile: { kind }, values }: NumericField): number | string | null {
  const sorted = values.filter(Number.isFinite).sort();
  if (sorted.length === 0) return null;
  const median = sorted[(sorted.length - 1) >> 1];
  return kind === 'datetime' ? isoDate(median) : median;
}

/** A summary covers all rows where the field has a sample only. */
function limitsFrom({ profile, values }: NumericField, summaries: ReadonlyMap<string, ColumnSummary>): Float64Array {
  const { min = Number.NaN, max = Number.NaN } = summaries.get(profile.name) ?? {};
  return Number.isNaN(min) ? values : Float64Array.of(clampFinite(min), clampFinite(max));
}

function limitsOf({ kind }: ColumnProfile, values: Float64Array) {
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  for (const value of values) {
    if (value < min) min = value;
    if (value > max) max = value;
  }
  if (min > max) return { min: null, max: null };
  return kind === 'datetime' ? { min: isoDate(min), max: isoDate(max) } : { min, max };
}

function isoDate(milliseconds: number): string | null {
  return Math.abs(milliseconds) <= 8.64e15 ? new Date(milliseconds).toISOString() : null;
}

/** One row for each candidate tried; `compare` gives its validation score beside that of the blend. */
export function describeCandidates(
  contenders: readonly Contender[],
  weights: ReadonlyMap<Contender, number>,
  metric: MetricName,
  compare: (contender: Contender) => Compared,
): CandidateDescription[] {
  return contenders.map((contender) => ({
    name: contender.name,
    ...compare(contender),
    training_seconds: contender.seconds,
    selected: (weights.get(contender) ?? 0) > 0,
    metric,
  }));
}
