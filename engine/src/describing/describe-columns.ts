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
      return { column, type, min: null, max: null, values };
    }
    if (type === 'boolean') return { column, type, min: null, max: null, values: ['false', 'true'] };
    return { column, type, ...limitsOf(field.profile, limitsFrom(field, summaries)), values: null };
  });
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

/** One row for each candidate tried; `score` gives its validation score. */
export function describeCandidates(
  contenders: readonly Contender[],
  weights: ReadonlyMap<Contender, number>,
  metric: MetricName,
  score: (contender: Contender) => number,
): CandidateDescription[] {
  return contenders.map((contender) => ({
    name: contender.name,
    performance: score(contender),
    training_seconds: contender.seconds,
    selected: (weights.get(contender) ?? 0) > 0,
    metric,
  }));
}
