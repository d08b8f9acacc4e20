import type { Column, Table } from '@sibyl/engine/table.ts';
import { type Chance, chanceOf, makeTable, numbers, words } from './chance.ts';

/** Functions by which a cause acts on its effect. */
const shapes: readonly ((x: number) => number)[] = [
  (x) => x,
  (x) => x * x,
  (x) => Math.sin(2 * x),
  (x) => Math.tanh(1.5 * x),
  (x) => (x > 0.3 ? 1 : 0),
  (x) => Math.max(0, x),
];

/**
 * A random table like many real ones: a few hidden causes, noisy numbers and categories that depend on them, irrelevant
 * columns, missing cells, and two classes by sums and products of columns.
 */
export function hiddenCauses(seed: number, rowCount: number): Table {
  const chance = chanceOf(seed);
  const { uniform, normal } = chance;
  const causes = Array.from({ length: 3 + Math.floor(6 * uniform()) }, () => new Float64Array(rowCount).map(normal));
  const missing = uniform() < 0.5 ? 0.1 * uniform() : 0;
  const effects = Array.from({ length: 6 + Math.floor(12 * uniform()) }, () => {
    const spread = uniform();
    return combine(uniform() < 0.8 ? causes : [new Float64Array(rowCount).map(normal)], 2, chance).map(
      (value) => value + spread * normal(),
    );
  });
  const isHidden = () => uniform() < missing;
  const columns = effects.map((values, index): Column => {
    if (uniform() < 0.6) return numbers(`x${index}`, rowCount, (row) => (isHidden() ? Number.NaN : values[row]));
    const width = 0.2 + uniform();
    return words(`x${index}`, rowCount, (row) => (isHidden() ? '' : `v${Math.round(values[row] / width)}`));
  });
  const score = combine(effects, 8, chance);
  const target = words('y', rowCount, (row) => (uniform() < 1 / (1 + Math.exp(1 - 3 * score[row])) ? 'yes' : 'no'));
  return makeTable(rowCount, [...columns, target]);
}

/** A weighted sum of functions of the sources and of products of two, with mean 0 and variance 1. */
function combine(sources: readonly Float64Array[], terms: number, { uniform, normal }: Chance): Float64Array {
  const sum = new Float64Array(sources[0].length);
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(items.length * uniform())];
  for (let term = 0; term < terms; term++) {
    const [first, second, bend, other, weight] = [pick(sources), pick(sources), pick(shapes), pick(shapes), normal()];
    const isProduct = uniform() < 0.4;
    for (let row = 0; row < sum.length; row++)
      sum[row] += weight * bend(first[row]) * (isProduct ? other(second[row]) : 1);
  }
  const mean = sum.reduce((total, value) => total + value / sum.length, 0);
  const spread = Math.sqrt(sum.reduce((total, value) => total + (value - mean) ** 2 / sum.length, 0)) || 1;
  return sum.map((value) => (value - mean) / spread);
}
