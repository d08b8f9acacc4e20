import type { Field } from '../columns/fields.ts';
import type { ErrorBand, ErrorsDescription, SliceCondition } from '../description.ts';
import { bandRows } from './band-rows.ts';

/** Columns that are looked at, and parts of one that is a number. */
const [mostColumns, parts] = [100, 10];
/** Shares of the errors between which four fifths of them lie. */
const [lowShare, highShare] = [0.1, 0.9];

/**
 * Errors of held-out rows (actual minus predicted) along each input: where the mean leaves 0, the model has not learned
 * what the input tells. `errors` has a value for each place of `rows`.
 */
export function tabulateErrors(fields: readonly Field[], rows: Int32Array, errors: Float64Array): ErrorsDescription[] {
  return fields.slice(0, mostColumns).flatMap((field) => {
    const banded = bandRows(field, rows, parts);
    if (!banded) return [];
    const byBand: number[][] = banded.conditions.map(() => []);
    for (const [place, band] of banded.codes.entries()) byBand[band]?.push(errors[place]);
    const bands = byBand.flatMap((some, band) => (some.length > 0 ? [bandOf(banded.conditions[band], some)] : []));
    return bands.length > 0 ? [{ column: field.profile.name, bands }] : [];
  });
}

function bandOf({ column: _, ...part }: SliceCondition, errors: number[]): ErrorBand {
  const sorted = Float64Array.from(errors).sort();
  const mean = errors.reduce((sum, error) => sum + error, 0) / errors.length;
  const squares = errors.reduce((sum, error) => sum + (error - mean) ** 2, 0);
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))];
  return {
    ...part,
    rows: errors.length,
    mean,
    standard_error: errors.length > 1 ? Math.sqrt(squares / (errors.length - 1) / errors.length) : null,
    low: at(lowShare),
    high: at(highShare),
  };
}
