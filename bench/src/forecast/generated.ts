/** Seeded series of many kinds, monthly by default, on which choices among forecasting methods are checked. */
import { createRandom } from '@sibyl/engine/random.ts';

export interface GeneratedKind {
  name: string;
  /** Season length of the seasonal naive forecast, the unit of MASE. */
  season: number;
  horizon: number;
  /** Days between times; undefined for months. */
  days?: number;
  /** Draws the values of one series, including the held-out horizon. */
  draw(chance: Chance): number[];
}

/** Uniform and standard normal (Box and Muller) draws. */
export interface Chance {
  uniform(): number;
  normal(): number;
  /** Uniform between two numbers. */
  between(low: number, high: number): number;
}

export function chanceOf(seed: number): Chance {
  const uniform = createRandom(seed);
  return {
    uniform,
    normal: () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform()),
    between: (low, high) => low + (high - low) * uniform(),
  };
}

/** Draws seasonal effects that sum to 0. */
function drawSeason(season: number, size: number, { normal }: Chance): number[] {
  const effects = Array.from({ length: season }, () => size * normal());
  const mean = effects.reduce((sum, effect) => sum + effect, 0) / season;
  return effects.map((effect) => effect - mean);
}

function build(count: number, value: (place: number) => number): number[] {
  return Array.from({ length: count }, (_, place) => value(place));
}

/** Random-walk level and seasonal effects: the basic structural model (Harvey 1989). */
function structural(
  count: number,
  season: number,
  chance: Chance,
  sizes: Record<'level' | 'slope' | 'season', number>,
) {
  const { normal } = chance;
  const effects = drawSeason(season, 8, chance);
  let [level, slope] = [100, 0.3 * normal()];
  return build(count, (place) => {
    level += slope + sizes.level * normal();
    slope += sizes.slope * normal();
    effects[place % season] += sizes.season * normal();
    return level + effects[place % season] + 2 * normal();
  });
}

/** Box and Jenkins' airline model: on logarithms, seasonal differences of differences are moving averages of noise. */
function airline(count: number, chance: Chance): number[] {
  const [near, far] = [chance.between(0.1, 0.8), chance.between(0.2, 0.9)];
  const noise = build(count, () => 0.04 * chance.normal());
  const effects = drawSeason(12, 0.15, chance);
  const growth = chance.between(0, 0.01);
  const logarithms: number[] = [];
  const before = (list: readonly number[], place: number) => (place < 0 ? 0 : list[place]);
  for (let place = 0; place < count; place++) {
    if (place < 13) logarithms.push(5 + effects[place % 12] + growth * place + noise[place]);
    else {
      const change =
        noise[place] -
        near * before(noise, place - 1) -
        far * before(noise, place - 12) +
        near * far * before(noise, place - 13);
      logarithms.push(logarithms[place - 1] + logarithms[place - 12] - logarithms[place - 13] + change);
    }
  }
  return logarithms.map((value) => Math.exp(Math.min(value, 30)));
}

/** Growth with pauses, times a season. */
function pausing(count: number, chance: Chance): number[] {
  const effects = drawSeason(12, 0.15, chance);
  let [level, growth] = [5, 0.01];
  return build(count, (place) => {
    if (chance.uniform() < 0.03) growth = chance.uniform() < 0.4 ? 0 : chance.between(0.005, 0.02);
    level += growth + 0.01 * chance.normal();
    return Math.exp(level + effects[place % 12] + 0.02 * chance.normal());
  });
}

/** Draws from a Poisson distribution (Knuth's algorithm). */
function drawPoisson(mean: number, { uniform }: Chance): number {
  const limit = Math.exp(-mean);
  let count = 0;
  for (let product = uniform(); product > limit; product *= uniform()) count += 1;
  return count;
}

/** Mean-reverting, with cycles of irregular length. */
function returning(count: number, chance: Chance): number[] {
  const [first, second] = [chance.between(0.5, 1.3), -0.45];
  const values = [0, 0];
  for (let place = 2; place < count + 30; place++)
    values.push(first * values[place - 1] + second * values[place - 2] + 3 * chance.normal());
  const effects = drawSeason(4, 5, chance);
  return build(count, (place) => 60 + values[place + 30] + effects[place % 4]);
}

export const generatedKinds: readonly GeneratedKind[] = [
  { name: 'random walk', season: 1, horizon: 6, draw: (chance) => walk(90, 0, chance) },
  { name: 'walk with drift', season: 1, horizon: 6, draw: (chance) => walk(60, chance.between(0.2, 1), chance) },
  { name: 'line and season', season: 12, horizon: 12, draw: (chance) => lineAndSeason(132, chance) },
  { name: 'growth times season', season: 12, horizon: 12, draw: (chance) => growing(120, chance) },
  { name: 'airline model', season: 12, horizon: 12, draw: (chance) => airline(144, chance) },
  { name: 'pausing growth', season: 12, horizon: 12, draw: (chance) => pausing(144, chance) },
  {
    name: 'walking season',
    season: 12,
    horizon: 12,
    draw: (chance) => structural(156, 12, chance, { level: 1.5, slope: 0.05, season: 1 }),
  },
  {
    name: 'quarters, walking slope',
    season: 4,
    horizon: 4,
    draw: (chance) => structural(72, 4, chance, { level: 1, slope: 0.3, season: 0.5 }),
  },
  { name: 'returning to a mean', season: 4, horizon: 6, draw: (chance) => returning(100, chance) },
  {
    name: 'days with weeks',
    season: 7,
    horizon: 14,
    days: 1,
    draw: (chance) => structural(210, 7, chance, { level: 1, slope: 0, season: 0.1 }),
  },
  { name: 'days, counts', season: 7, horizon: 14, days: 1, draw: (chance) => countedWeeks(180, chance) },
  {
    name: 'sales with outliers',
    season: 12,
    horizon: 12,
    draw: (chance) => withOutliers(lineAndSeason(120, chance), chance),
  },
  { name: 'days, rare demand', season: 7, horizon: 14, days: 1, draw: (chance) => rareDemand(200, chance) },
  { name: 'short', season: 1, horizon: 4, draw: (chance) => lineAlone(24, chance) },
];

function walk(count: number, drift: number, { normal }: Chance): number[] {
  let level = 100;
  return build(count, () => {
    level += drift + 2 * normal();
    return level;
  });
}

function lineAndSeason(count: number, chance: Chance): number[] {
  const effects = drawSeason(12, 10, chance);
  const slope = chance.between(-0.2, 0.6);
  let rest = 0;
  return build(count, (place) => {
    rest = 0.5 * rest + 4 * chance.normal();
    return 120 + slope * place + effects[place % 12] + rest;
  });
}

function growing(count: number, chance: Chance): number[] {
  const effects = drawSeason(12, 0.2, chance);
  const growth = chance.between(0, 0.015);
  return build(count, (place) => 100 * Math.exp(growth * place + effects[place % 12] + 0.06 * chance.normal()));
}

function countedWeeks(count: number, chance: Chance): number[] {
  const effects = drawSeason(7, 0.5, chance);
  let level = chance.between(0.3, 2);
  return build(count, (place) => {
    level += 0.05 * chance.normal();
    return drawPoisson(Math.exp(Math.min(Math.max(level, 0), 3) + effects[place % 7]), chance);
  });
}

/** Nothing on most days; how often something is wanted changes slowly, and how much each time by chance. */
function rareDemand(count: number, chance: Chance): number[] {
  let rate = chance.between(-2.2, -0.5);
  const size = chance.between(1, 8);
  return build(count, () => {
    rate += 0.04 * chance.normal();
    const isWanted = chance.uniform() < 1 / (1 + Math.exp(-rate));
    return isWanted ? 1 + drawPoisson(size, chance) : 0;
  });
}

function withOutliers(values: readonly number[], { uniform, between }: Chance): number[] {
  return values.map((value) => (uniform() < 0.03 ? value * between(1.3, 1.8) : value));
}

function lineAlone(count: number, chance: Chance): number[] {
  const slope = chance.between(-1, 2);
  return build(count, (place) => 50 + slope * place + 4 * chance.normal());
}
