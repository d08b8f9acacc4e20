import type { TimeAhead } from '../bounds/horizon.ts';
import { findTimeSlots, timeOf } from '../encoding/moments.ts';
import type { Training } from '../training/prepare.ts';

/**
 * Returns how far ahead of the rows that their fit learned from held-out rows lie. Undefined unless they were held out
 * forward by a time that is an input.
 */
export function timeAhead({ frame, splits, validation }: Training): TimeAhead | undefined {
  const { features, columns } = frame.base;
  const slots = findTimeSlots(features, validation.timeColumns);
  if (!slots || slots.length === 0) return undefined;
  const times = Float64Array.from(columns[0], (_, row) => timeOf(slots, (slot) => columns[slot][row]));
  const latest = (rows: Iterable<number>) => {
    let most = Number.NEGATIVE_INFINITY;
    for (const row of rows) if (times[row] > most) most = times[row];
    return most;
  };
  const ahead = new Float64Array(frame.rowCount).fill(Number.NaN);
  const stretch = new Int32Array(frame.rowCount);
  for (const [number, { train, validation: held }] of splits.entries()) {
    const last = latest(train);
    for (const row of held) {
      ahead[row] = times[row] - last;
      stretch[row] = number;
    }
  }
  return { slots, last: latest(times.keys()), ahead, stretch };
}
