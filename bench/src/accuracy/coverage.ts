import { type FoldResult, levels } from './fold.ts';

/** Coverage of the bounds of one level. */
export interface Coverage {
  level: number;
  overall: number;
  /** Coverage among the lowest, middle and highest third of each fold's predictions. */
  thirds: readonly [number, number, number];
  rows: number;
  meanWidth: number;
}

/** Measures the share of held-out rows inside the bounds, per level. */
export function measureCoverage(results: readonly FoldResult[]): Coverage[] {
  return levels.map((level, place) => {
    const counts = [0, 0, 0];
    const hits = [0, 0, 0];
    for (const { predictions, inside } of results) {
      const { values } = predictions;
      const order = Uint32Array.from(values.keys()).sort((a, b) => values[a] - values[b] || a - b);
      for (const [rank, row] of order.entries()) {
        const third = Math.floor((3 * rank) / order.length);
        counts[third] += 1;
        hits[third] += inside[place][row];
      }
    }
    const rows = counts[0] + counts[1] + counts[2];
    return {
      level,
      overall: (hits[0] + hits[1] + hits[2]) / rows,
      thirds: [hits[0] / counts[0], hits[1] / counts[1], hits[2] / counts[2]],
      rows,
      meanWidth: results.reduce((sum, { widths }) => sum + widths[place] / results.length, 0),
    };
  });
}
