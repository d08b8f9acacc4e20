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
export function chiSquareTail(value: number, freedom: number): number {
  return freedom < 1 ? 1 : upperGamma(freedom / 2, value / 2);
}

/** The chance that a standard normal variable is at least this large. */
export function normalTail(z: number): number {
  return z < 0 ? 1 - normalTail(-z) : upperGamma(0.5, (z * z) / 2) / 2;
}

/** The chance of a greatest distance of two cumulative shares of at least this, by Kolmogorov and Smirnov. */
export function smirnovTail(distance: number, first: number, second: number): number {
  const size = Math.sqrt((first * second) / (first + second));
  const x = (size + 0.12 + 0.11 / size) * distance;
  if (!(x > 0.3)) return 1;
  let sum = 0;
  for (let term = 1; term <= 100; term += 1) sum += (term % 2 === 1 ? 2 : -2) * Math.exp(-2 * term * term * x * x);
  return Math.min(1, Math.max(0, sum));
}

/** A distance of two distributions, and the chance of at least this distance if they were the same. */
export interface Distance {
  distance: number;
  chance: number;
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

/** Bins with fewer expected rows are taken together: their squares are not normal. */
const leastExpected = 8;

/** Compares counts in bins without order: the greatest difference of a share, and Pearson's test. */
export function compareUnordered(first: readonly number[], second: readonly number[]): Distance {
  const [all, others] = [total(first), total(second)];
  if (all === 0 || others === 0) return { distance: 0, chance: 1 };
  const share = Math.min(all, others) / (all + others);
  const bins = first.map((count, bin) => [count, second[bin]] as const);
  const isRare = ([one, other]: readonly [number, number]) => (one + other) * share < leastExpected;
  const rest = bins.filter(isRare).reduce(([a, b], [one, other]) => [a + one, b + other], [0, 0]);
  const tested = [...bins.filter((bin) => !isRare(bin)), rest].filter(([one, other]) => one + other > 0);
  let [distance, square] = [0, 0];
  for (const [one, other] of tested) {
    distance = Math.max(distance, Math.abs(one / all - other / others));
    square += (one * others - other * all) ** 2 / (all * others * (one + other));
  }
  return { distance, chance: chiSquareTail(square, tested.length - 1) };
}
