/** Seeded tables of different kinds, on which choices in the engine are checked besides the recorded tables. */
import type { Table } from '@sibyl/engine/table.ts';
import { type Chance, chanceOf, type Draw, makeTable, numbers, words } from './chance.ts';
import { hiddenCauses } from './hidden-causes.ts';
import type { BenchTable } from './tables.ts';

/** Ten uniform columns, five of them informative (Friedman 1991); `noise` may depend on the mean. */
function friedman(seed: number, count: number, targetOf: (mean: number, chance: Chance, row: number) => number): Table {
  const chance = chanceOf(seed);
  const columns = Array.from({ length: 10 }, (_, index) => numbers(`x${index}`, count, chance.uniform));
  const x = columns.map(({ values }) => values);
  const target = numbers('y', count, (row) => {
    const bent = 10 * Math.sin(Math.PI * x[0][row] * x[1][row]) + 20 * (x[2][row] - 0.5) ** 2;
    return targetOf(bent + 10 * x[3][row] + 5 * x[4][row], chance, row);
  });
  return makeTable(count, [...columns, target]);
}

/** Draws from a Poisson distribution (Knuth's algorithm). */
function drawPoisson(mean: number, uniform: Draw): number {
  const limit = Math.exp(-mean);
  let count = 0;
  for (let product = uniform(); product > limit; product *= uniform()) count += 1;
  return count;
}

/** Incomes: a skewed target with log-normal noise. */
function skewed(): Table {
  const count = 2000;
  const { uniform, normal } = chanceOf(14);
  const size = numbers('size', count, () => Math.round(20 + 180 * uniform() ** 2));
  const kind = words('kind', count, () => ['flat', 'house', 'shop', 'land'][Math.floor(4 * uniform() ** 1.5)]);
  const age = numbers('age', count, () => Math.floor(90 * uniform()));
  const rate: Record<string, number> = { flat: 0, house: 0.3, shop: 0.9, land: -0.8 };
  const price = numbers('y', count, (row) =>
    Math.round(
      1000 *
        Math.exp(
          0.012 * size.values[row] + rate[kind.dictionary[kind.codes[row]]] - 0.006 * age.values[row] + 0.4 * normal(),
        ),
    ),
  );
  return makeTable(count, [size, kind, age, price]);
}

/** Two classes that depend on pairs of categories, not on single ones. */
function pairs(): Table {
  const count = 3000;
  const { uniform } = chanceOf(15);
  const columns = [6, 6, 8, 5].map((size, index) =>
    words(`c${index}`, count, () => `v${Math.floor(size * uniform())}`),
  );
  const effect = chanceOf(16);
  const effects = Array.from({ length: 64 }, () => 2 * effect.normal());
  const target = words('y', count, (row) => {
    const score = effects[columns[0].codes[row] * 8 + columns[1].codes[row]] + 0.5 * effects[columns[2].codes[row]];
    return uniform() < 1 / (1 + Math.exp(-score)) ? 'yes' : 'no';
  });
  return makeTable(count, [...columns, target]);
}

/** Two classes, linearly separable in 12 numbers up to noise; few rows. */
function straight(): Table {
  const count = 400;
  const { normal, uniform } = chanceOf(17);
  const columns = Array.from({ length: 12 }, (_, index) => numbers(`x${index}`, count, normal));
  const target = words('y', count, (row) => {
    const score = columns.reduce((sum, { values }, index) => sum + (index < 6 ? 0.6 * values[row] : 0), 0);
    return uniform() < 1 / (1 + Math.exp(-score)) ? 'yes' : 'no';
  });
  return makeTable(count, [...columns, target]);
}

/** Five classes: the nearest of fifteen centres in six dimensions. */
function clusters(): Table {
  const count = 1500;
  const { normal, uniform } = chanceOf(18);
  const centres = Array.from({ length: 15 }, () => Array.from({ length: 6 }, () => 2 * normal()));
  const chosen = Array.from({ length: count }, () => Math.floor(15 * uniform()));
  const columns = Array.from({ length: 6 }, (_, index) =>
    numbers(`x${index}`, count, (row) => centres[chosen[row]][index] + 0.9 * normal()),
  );
  return makeTable(count, [...columns, words('y', count, (row) => `class ${chosen[row] % 5}`)]);
}

/** A number that depends on a category of 400 mostly rare values, and on two numbers. */
function manyCategories(): Table {
  const count = 4000;
  const { uniform, normal } = chanceOf(19);
  const city = words('city', count, () => `city ${Math.floor(400 * uniform() ** 2)}`);
  const effects = city.dictionary.map(() => 3 * normal());
  const columns = [numbers('x0', count, normal), numbers('x1', count, normal)];
  const target = numbers(
    'y',
    count,
    (row) =>
      effects[city.codes[row]] +
      2 * columns[0].values[row] +
      columns[0].values[row] * columns[1].values[row] +
      normal(),
  );
  return makeTable(count, [city, ...columns, target]);
}

/** A number that depends on the interaction of two of four categorical columns (30 x 25), with few rows each. */
function crossed(): Table {
  const count = 6000;
  const { uniform, normal } = chanceOf(20);
  const sizes = [30, 25, 12, 4];
  const columns = sizes.map((size, index) =>
    words(`c${index}`, count, () => `v${Math.floor(size * uniform() ** 1.3)}`),
  );
  const effects = Array.from({ length: sizes[0] * sizes[1] }, () => 2 * normal());
  const alone = columns.map(({ dictionary }) => dictionary.map(normal));
  const size = numbers('size', count, normal);
  const target = numbers('y', count, (row) => {
    const own = columns.reduce((sum, { codes }, index) => sum + alone[index][codes[row]], 0);
    return own + effects[columns[0].codes[row] * sizes[1] + columns[1].codes[row]] + size.values[row] + 1.5 * normal();
  });
  return makeTable(count, [...columns, size, target]);
}

/** Two classes that depend on which cells are missing together. */
function missing(): Table {
  const count = 2500;
  const { uniform, normal } = chanceOf(21);
  const fails = Array.from({ length: count }, () => uniform() < 0.3);
  const silent = Array.from({ length: count }, () => uniform());
  const columns = Array.from({ length: 10 }, (_, index) =>
    numbers(`x${index}`, count, (row) => {
      const isGone = index < 4 ? fails[row] && uniform() < 0.7 : uniform() < 0.5 * silent[row];
      return isGone ? Number.NaN : normal();
    }),
  );
  const target = words('y', count, (row) => {
    const seen = columns[0].values[row];
    const score = (fails[row] ? 1.2 : -0.8) + 3 * (silent[row] - 0.5) + (Number.isNaN(seen) ? 0 : seen);
    return uniform() < 1 / (1 + Math.exp(-score)) ? 'yes' : 'no';
  });
  return makeTable(count, [...columns, target]);
}

/** Insurance claims: zero in most rows, else a long-tailed sum; both depend on age, kind and power of a car. */
function claims(): Table {
  const count = 8000;
  const { uniform, normal } = chanceOf(22);
  const age = numbers('age', count, () => Math.floor(18 + 60 * uniform()));
  const power = numbers('power', count, () => Math.round(40 + 160 * uniform() ** 2));
  const kind = words('kind', count, () => ['small', 'family', 'sport', 'van'][Math.floor(4 * uniform())]);
  const rate: Record<string, number> = { small: -0.2, family: 0, sport: 0.8, van: 0.3 };
  const target = numbers('y', count, (row) => {
    const risk = rate[kind.dictionary[kind.codes[row]]] + 1.2 * Math.exp(-(age.values[row] - 18) / 10);
    const events = drawPoisson(0.15 * Math.exp(risk + 0.004 * power.values[row]), uniform);
    let sum = 0;
    for (let event = 0; event < events; event++) sum += 800 * Math.exp(0.5 * risk + 0.9 * normal());
    return Math.round(sum);
  });
  return makeTable(count, [age, power, kind, target]);
}

/** Positive durations, gamma distributed with shape 2; the logarithm of their mean is linear. */
function durations(): Table {
  return friedman(23, 2500, (mean, { uniform }) => {
    const scale = Math.exp((mean - 14) / 6);
    return (-Math.log(1 - uniform()) - Math.log(1 - uniform())) * scale;
  });
}

const request = { target: 'y' };

export const generatedTables: readonly BenchTable[] = [
  { name: 'straight line 400', request, metric: 'auc', load: straight },
  { name: 'clusters 1500', request, metric: 'log_loss', load: clusters },
  { name: 'pairs 3000', request, metric: 'auc', load: pairs },
  {
    name: 'even noise 1000',
    request,
    metric: 'r2_score',
    load: () => friedman(11, 1000, (mean, { normal }) => mean + normal()),
  },
  {
    name: 'uneven noise 3000',
    request,
    metric: 'r2_score',
    load: () => friedman(12, 3000, (mean, { normal }) => mean + 0.02 * mean ** 2 * normal()),
  },
  {
    name: 'counts 2000',
    request: { ...request, task: 'regression' },
    metric: 'r2_score',
    load: () => friedman(13, 2000, (mean, { uniform }) => drawPoisson(Math.exp((mean - 14) / 5), uniform)),
  },
  { name: 'skewed 2000', request, metric: 'r2_score', load: skewed },
  { name: 'many categories 4000', request, metric: 'r2_score', load: manyCategories },
  { name: 'crossed 6000', request, metric: 'r2_score', load: crossed },
  { name: 'missing 2500', request, metric: 'auc', load: missing },
  { name: 'claims 8000', request, metric: 'r2_score', load: claims },
  { name: 'durations 2500', request, metric: 'r2_score', load: durations },
  ...[500, 800, 1500, 3000, 6000, 10_000].map(
    (rowCount): BenchTable => ({
      name: `hidden causes ${rowCount}`,
      request,
      metric: 'log_loss',
      load: () => hiddenCauses(rowCount, rowCount),
    }),
  ),
];
