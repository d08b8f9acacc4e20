import { averageRepeats } from '../evaluation/average-repeats.ts';
import { outputCount } from '../learners/contract.ts';
import { compareLosses } from '../metrics/loss.ts';
import { rowsAt } from '../numerics/rows-at.ts';
import type { Training } from '../training/prepare.ts';
import type { Selection } from '../training/selection.ts';

/** Rows of the kind are answered otherwise where their losses differ by more standard errors than this. */
const sureness = 2;

export interface Weighed {
  training: Training;
  selection: Selection;
}

/**
 * Returns whether the same rows lose more or less when they are held out the other way, beyond what chance explains.
 * Rows that hang together are one piece of evidence, and one piece shows nothing of others.
 */
export function differs(usual: Weighed, other: Weighed): boolean {
  const { labels } = usual.training.frame;
  const [known, apart] = [usual, other].map(({ training, selection }) =>
    averageRepeats(labels, training.rows, selection.crossFitted),
  );
  const placeOf = new Map(Array.from(known.rows, (row, place) => [row, place]));
  const places = [...apart.rows.keys()].filter((place) => placeOf.has(apart.rows[place]));
  const rows = Int32Array.from(places, (place) => apart.rows[place]);
  const width = outputCount(labels);
  const knownPlaces = rows.map((row) => placeOf.get(row) ?? 0);
  const { group } = (usual.training.validation.scheme === 'forward' ? usual : other).training.validation;
  if (new Set(rows.map((row) => group[row])).size < 2) return false;
  const { excess, error } = compareLosses(
    labels,
    rows,
    rowsAt(apart.predictions, places, width),
    rowsAt(known.predictions, knownPlaces, width),
    group,
  );
  return Math.abs(excess) > sureness * error;
}
