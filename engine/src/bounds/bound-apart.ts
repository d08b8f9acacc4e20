import type { CalibrationBin } from '../description.ts';
import { type CheckedBounds, crossCheckBounds } from './cross-check-bounds.ts';
import { type BoundsInput, fitBounds, type ValidationErrors } from './fit-bounds.ts';
import type { FittedBounds } from './fitted-bounds.ts';

type CheckedInput = BoundsInput & Required<Pick<BoundsInput, 'truth'>>;

/** Bounds with how often they hold, and those of known rows where these have their own. */
export interface ApartBounds extends CheckedBounds {
  fitted: FittedBounds;
  known: FittedBounds | null;
}

/**
 * Fits bounds and checks how often they hold as they are served: those of `known` rows, where these are given, and of the
 * others apart.
 */
export async function boundApart(
  input: CheckedInput,
  known: ValidationErrors | undefined,
  doubt: number,
): Promise<ApartBounds> {
  const others = await fitAndCheck(input, doubt);
  if (!known) return { ...others, known: null };
  // Fits on fewer rows lose the very rows that a known one repeats, so they do not show what more rows bring.
  const ofKnown = await fitAndCheck({ ...input, ...known, learning: undefined }, doubt);
  return { fitted: others.fitted, known: ofKnown.fitted, ...join([others, ofKnown]) };
}

async function fitAndCheck(input: CheckedInput, doubt: number) {
  const bounds = await fitBounds(input);
  return { fitted: bounds.fitted, ...crossCheckBounds(input, bounds, doubt) };
}

function join([one, other]: readonly [CheckedBounds, CheckedBounds]): CheckedBounds {
  const [a, b] = [one.answers, other.answers];
  return {
    calibration: one.calibration.map((bin, level) => joinBins(bin, other.calibration[level])),
    answers: {
      rows: Int32Array.from([...a.rows, ...b.rows]),
      isRight: Uint8Array.from([...a.isRight, ...b.isRight]),
      expected: Float64Array.from([...a.expected, ...b.expected]),
      shifts: Float64Array.from([...a.shifts, ...b.shifts]),
      group: a.group,
    },
  };
}

function joinBins(one: CalibrationBin, other: CalibrationBin): CalibrationBin {
  const count = one.count + other.count;
  const mix = (a: number, b: number) => (a * one.count + b * other.count) / count;
  const errorOf = (bin: CalibrationBin) => ((bin.standard_error ?? 0) * bin.count) / count;
  return {
    confidence: one.confidence,
    observed: mix(one.observed, other.observed),
    standard_error: Math.hypot(errorOf(one), errorOf(other)),
    count,
  };
}
