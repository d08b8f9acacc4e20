/** The natural logarithm of the gamma function, by Lanczos (g = 7, 9 terms). */
function logGamma(x: number): number {
  const terms = [
    676.5203681218851, -1259.1392167224028, 771.3234287776531, -176.6150291621406, 12.507343278686905,
    -0.13857109526572012, 9.984369578019572e-6, 1.5056327351493116e-7,
  ];
  if (x < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * x)) - logGamma(1 - x);
  const shifted = x - 1;
  const sum = terms.reduce((total, term, place) => total + term / (shifted + place + 1), 0.9999999999998099);
  const base = shifted + 7.5;
  return 0.5 * Math.log(2 * Math.PI) + (shifted + 0.5) * Math.log(base) - base + Math.log(sum);
}

/** The upper regularised incomplete gamma function Q(a, x): by its series below a + 1, else by its continued fraction. */
function upperGamma(a: number, x: number): number {
  if (x <= 0) return 1;
  const scale = Math.exp(-x + a * Math.log(x) - logGamma(a));
  if (x < a + 1) {
    let [term, sum] = [1 / a, 1 / a];
    for (let n = 1; n < 1000 && term > sum * 1e-15; n += 1) sum += term *= x / (a + n);
    return Math.max(0, 1 - sum * scale);
  }
  let b = x + 1 - a;
  let c = 1e300;
  let d = 1 / b;
  let h = d;
  for (let n = 1; n < 1000; n += 1) {
    const an = n * (a - n);
    b += 2;
    d = 1 / (an * d + b);
    c = b + an / c;
    h *= d * c;
    if (Math.abs(d * c - 1) < 1e-14) break;
  }
  return scale * h;
}

/** The chance that a chi-square variable is at least this large. */
function chiSquareTail(value: number, freedom: number): number {
  return freedom < 1 ? 1 : upperGamma(freedom / 2, value / 2);
}

/** The chance that a standard normal variable is at least this large. */
export function normalTail(z: number): number {
  return z < 0 ? 1 - normalTail(-z) : upperGamma(0.5, (z * z) / 2) / 2;
}

/** The chance of a greatest distance of two cumulative shares of at least this, by Kolmogorov and Smirnov. */
function smirnovTail(distance: number, first: number, second: number): number {
  const size = Math.sqrt((first * second) / (first + second));
  const x = (size + 0.12 + 0.11 / size) * distance;
  if (!(x > 0.3)) return 1;
  let sum = 0;
  for (let term = 1; term <= 100; term += 1) sum += (term % 2 === 1 ? 2 : -2) * Math.exp(-2 * term * term * x * x);
  return Math.min(1, Math.max(0, sum));
}

/** The logarithm of the number of ways to choose `some` of `all`. */
function logWays(all: number, some: number): number {
  return logGamma(all + 1) - logGamma(some + 1) - logGamma(all - some + 1);
}

/**
 * The chance that so many of `drawn` rows, or more extremely many or few, are among `marked` of all `rows` by Fisher's
 * exact test: it is right for few rows too, where squares are not normal.
 */
function fisherTail(count: number, { drawn, marked, rows }: Record<'drawn' | 'marked' | 'rows', number>): number {
  const isMany = count * rows >= drawn * marked;
  const last = isMany ? Math.min(drawn, marked) : Math.max(0, drawn + marked - rows);
  const step = isMany ? 1 : -1;
  const logOf = (found: number) =>
    logWays(marked, found) + logWays(rows - marked, drawn - found) - logWays(rows, drawn);
  let sum = 0;
  for (let found = count; step * found <= step * last; found += step) {
    const term = Math.exp(logOf(found));
    sum += term;
    if (term < sum * 1e-12) break;
  }
  return Math.min(1, 2 * sum);
}

/** A distance of two distributions, and the chance of at least this distance if they were the same. */
export interface Distance {
  distance: number;
  chance: number;
}

/** Smaller distances change nothing that matters, however certain they are. */
export const leastDistance = 0.05;

/**
 * Returns the most certain of distances that matter, else the most certain one: both figures are of the same look, and
 * the chance counts all looks.
 */
export function mostTelling<Measure extends Distance>(looks: readonly Measure[]): Measure {
  const large = looks.filter(({ distance }) => distance >= leastDistance);
  const [first] = (large.length > 0 ? large : looks).toSorted(
    (one, other) => one.chance - other.chance || other.distance - one.distance,
  );
  return { ...first, chance: Math.min(1, first.chance * looks.length) };
}

const total = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0);

/** Compares counts in ordered bins: the greatest distance of the cumulative shares. */
export function compareOrdered(first: readonly number[], second: readonly number[]): Distance {
  const [all, others] = [total(first), total(second)];
  if (all === 0 || others === 0) return { distance: 0, chance: 1 };
  let [one, other, distance] = [0, 0, 0];
  for (const [bin, count] of first.entries()) {
    one += count / all;
    other += second[bin] / others;
    distance = Math.max(distance, Math.abs(one - other));
  }
  return { distance, chance: smirnovTail(distance, all, others) };
}

/** Bins with fewer expected rows are looked at one by one: their squares are not normal. */
const leastExpected = 8;

/** Compares counts in bins without order: the greatest difference of a share, by Pearson's test, of rare bins by Fisher's. */
export function compareUnordered(first: readonly number[], second: readonly number[]): Distance {
  const [all, others] = [total(first), total(second)];
  if (all === 0 || others === 0) return { distance: 0, chance: 1 };
  const share = Math.min(all, others) / (all + others);
  const bins = first.map((count, bin): Pair => [count, second[bin] ?? 0]).filter(([one, other]) => one + other > 0);
  const isRare = ([one, other]: Pair) => (one + other) * share < leastExpected;
  const rare = bins.filter(isRare);
  const rest = rare.reduce<Pair>(([a, b], [one, other]) => [a + one, b + other], [0, 0]);
  const frequent = [...bins, rest].filter((bin) => !isRare(bin));
  const looks = frequent.length < 2 ? [] : [comparePearson(frequent, all, others)];
  if (rare.length > 0) looks.push(mostTelling(rare.map((bin) => compareOne(bin, all, others))));
  return looks.length > 0 ? mostTelling(looks) : { distance: 0, chance: 1 };
}

type Pair = readonly [number, number];

function compareOne([one, other]: Pair, all: number, others: number): Distance {
  const chance = fisherTail(one, { drawn: all, marked: one + other, rows: all + others });
  return { distance: Math.abs(one / all - other / others), chance };
}

/** Rows of other bins do not count, but in the shares. */
function comparePearson(bins: readonly Pair[], all: number, others: number): Distance {
  const [ones, rest] = bins.reduce(([a, b], [one, other]) => [a + one, b + other], [0, 0]);
  let [distance, square] = [0, 0];
  for (const [one, other] of bins) {
    distance = Math.max(distance, Math.abs(one / all - other / others));
    square += (one * rest - other * ones) ** 2 / (ones * rest * (one + other));
  }
  return { distance, chance: chiSquareTail(square, bins.length - 1) };
}
