import { findTimeSlots, type TimeSlots, timeAt, timeOf } from '../encoding/moments.ts';
import type { Candidate } from '../learners/contract.ts';
import type { SavedValue } from '../model-file/reader.ts';
import { type Derivation, type FittedDerivation, withDerived } from './derived.ts';

/** Wraps a candidate so that it also sees the day that columns of year, month and mostly day make together. */
export function withJointTime(candidate: Candidate, columns: readonly string[]): Candidate {
  return withDerived(candidate, 'joint time', ({ encoded }): FittedDerivation => {
    const slots = findTimeSlots(encoded.features, columns) ?? [];
    const days = Float64Array.from(encoded.columns[0], (_, row) => timeOf(slots, (slot) => encoded.columns[slot][row]));
    return {
      derivation: deriveFrom(slots),
      features: [{ name: `${columns.join(', ')} (days)`, categories: 0 }],
      columns: [days],
      told: { joint_time: columns },
    };
  });
}

const microseconds = 0.1;

function deriveFrom(slots: TimeSlots): Derivation {
  return {
    width: 1,
    cost: microseconds,
    write(encoded, out, start) {
      out[start] = timeAt(slots, encoded, 0);
    },
    save: () => ({ kind: 'joint time', slots }),
  };
}

/** Loads the slots for rows of `featureCount` features. */
export function loadJointTime(saved: SavedValue, featureCount: number): Derivation {
  return deriveFrom(
    saved
      .get('slots')
      .list(3)
      .map((slot) => slot.integer(0, featureCount - 1)),
  );
}
