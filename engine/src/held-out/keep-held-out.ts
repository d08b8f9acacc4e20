import type { HeldOut } from '../model.ts';

/** Most rows that a model file keeps: 0.3 MB. */
const mostKept = 10_000;

/**
 * Keeps the answers to held-out rows, or to many of them: which ones, hangs on the number of the row alone, so that
 * models that learned from the same table keep the same ones.
 */
export function keepHeldOut(held: HeldOut, most = mostKept): HeldOut {
  if (held.rows.length <= most) return held;
  const places = [...held.rows.keys()].sort((a, b) => mixed(held.rows[a]) - mixed(held.rows[b])).slice(0, most);
  return pickHeldOut(held, Int32Array.from(places.sort((a, b) => held.rows[a] - held.rows[b])));
}

export function pickHeldOut({ rows, groups, truth, answers, chances }: HeldOut, places: Int32Array): HeldOut {
  const pick = (values: Float64Array) => Float64Array.from(places, (place) => values[place]);
  return {
    rows: places.map((place) => rows[place]),
    groups: places.map((place) => groups[place]),
    truth: pick(truth),
    answers: pick(answers),
    chances: chances && pick(chances),
  };
}

/** An even order of numbers that neighbours do not share (the finaliser of MurmurHash3). */
function mixed(number: number): number {
  let hash = number + 1;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
