import { createRandom } from '@sibyl/engine/random.ts';
import { expect, it } from 'vitest';
import { shiftOf } from './ranks.ts';

const bars = Array.from({ length: 20 }, (_, at) => ({
  from: at - 10,
  to: at - 9,
  count: 1 + Math.min(at, 19 - at) ** 2,
}));
const described = { residuals: { histogram: bars, bands: [] } } as unknown as Parameters<typeof shiftOf>[2];

/** The mean rank of errors that are moved by a shift, among those of held-out rows. */
function rankAt(errors: readonly { value: number; count: number }[], shift: number): number {
  const all = bars.reduce((sum, { count }) => sum + count, 0);
  const below = (error: number) =>
    bars.reduce((sum, { from, count }) => sum + count * Math.max(0, Math.min(1, error - from)), 0) / all;
  const rows = errors.reduce((sum, { count }) => sum + count, 0);
  return errors.reduce((sum, { value, count }) => sum + (count / rows) * (below(value - shift) - 0.5), 0);
}

it('finds the shift of errors to a small share of its standard error, among a few that are far away too', () => {
  const random = createRandom(5);
  for (const rows of [30, 300, 3000]) {
    const errors = Array.from({ length: rows }, () => ({ value: 2.5 + 12 * (random() + random() - 1), count: 1 }));
    errors.push({ value: 1e55, count: 1 }, { value: -1e58, count: 1 });
    errors.sort((a, b) => a.value - b.value);
    const { value, standard_error } = shiftOf(errors, 2000, described)!;
    expect(Math.abs(value - 2.5)).toBeLessThan(4 * standard_error);
    expect(rankAt(errors, value - 0.03 * standard_error)).toBeGreaterThan(0);
    expect(rankAt(errors, value + 0.03 * standard_error)).toBeLessThan(0);
  }
});
