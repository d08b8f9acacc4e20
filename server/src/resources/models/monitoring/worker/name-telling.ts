import type { Encoded } from '@sibyl/engine/encoding/frame.ts';
import type { FittedModel } from '@sibyl/engine/learners/contract.ts';
import { createRandom, shuffle } from '@sibyl/engine/random.ts';
import { areaOf, type Ranked } from './area.ts';

const mostNamed = 5;
/** Share of the distance from 0.5 that a column loses when its cells are dealt anew, to be named. */
const leastShare = 0.1;

/** Held-out rows of one fold, and the trees that never saw them. */
export interface HeldOut {
  ranked: Ranked;
  model: FittedModel;
  rows: Int32Array;
  truths: Float64Array;
}

/** Names the columns that tell rows apart, the most telling first: those whose shuffled cells cost the most area. */
export function nameTelling(encoded: Encoded, judged: readonly HeldOut[], area: number): string[] {
  return encoded.features
    .map(({ name }, column) => ({ name, lost: (area - meanArea(encoded, judged, column)) / (area - 0.5) }))
    .filter(({ lost }) => lost > leastShare)
    .sort((a, b) => b.lost - a.lost)
    .slice(0, mostNamed)
    .map(({ name }) => name);
}

function meanArea(encoded: Encoded, judged: readonly HeldOut[], column: number): number {
  const areas = judged.map(({ model, rows, truths }) => {
    const dealt = shuffle(rows.slice(), createRandom(column + 1));
    const asked = encoded.columns.map(
      (cells, other) => (row: number) => cells[other === column ? dealt[row] : rows[row]],
    );
    const cells = Float64Array.from({ length: rows.length * asked.length }, (_, place) =>
      asked[place % asked.length](Math.floor(place / asked.length)),
    );
    const answers = new Float64Array(2 * rows.length);
    model.score(cells, rows.length, answers);
    return (
      areaOf(
        truths,
        truths.map((_, row) => answers[2 * row + 1]),
      )?.area ?? 0.5
    );
  });
  return areas.reduce((sum, one) => sum + one, 0) / areas.length;
}
