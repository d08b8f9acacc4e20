import type { Feature } from './feature.ts';

const dayMilliseconds = 86_400_000;

/** Returns the moment (milliseconds since 1970 UTC) of a date in parts; NaN where one is unknown. */
export function momentOf(year: number, month: number, day = 1): number {
  return Date.UTC(year, month - 1, day);
}

/** Slots of an encoded row that tell its time: one of days or numbers, or those of year, month and mostly day. */
export type TimeSlots = readonly number[];

/** Finds the slots of the columns that tell the time; undefined where they are no inputs. */
export function findTimeSlots(features: readonly Feature[], columns: readonly string[]): TimeSlots | undefined {
  const slots = columns.map((column) =>
    features.findIndex(
      ({ name, categories }) =>
        categories === 0 && (name === column || (columns.length === 1 && name === `${column} (days)`)),
    ),
  );
  return slots.includes(-1) ? undefined : slots;
}

/** Returns the time of the row that begins at `start`, in days or in units of its column; NaN where it is unknown. */
export function timeAt(slots: TimeSlots, encoded: Float64Array, start: number): number {
  return timeOf(slots, (slot) => encoded[start + slot]);
}

/** Returns the time of a row of which `cellAt` gives the slots. */
export function timeOf(slots: TimeSlots, cellAt: (slot: number) => number): number {
  if (slots.length === 1) return cellAt(slots[0]);
  const [year, month, day] = slots.map(cellAt);
  return momentOf(year, month, day) / dayMilliseconds;
}
