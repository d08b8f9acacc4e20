const parts = 4000;
/** Beyond this many degrees of freedom the normal distribution is used. */
const mostFreedom = 500;

/**
 * Returns the two-sided quantile of Student's distribution for `coverage`. With t / sqrt(freedom) as the tangent of an
 * angle, the density is a power of its cosine, integrated by Simpson's rule.
 */
export function studentQuantile(coverage: number, freedom: number): number {
  const power = Math.min(freedom, mostFreedom) - 1;
  const width = Math.PI / 2 / parts;
  const density = (part: number) => Math.max(0, Math.cos(part * width)) ** power;
  const sums = new Float64Array(parts / 2 + 1);
  for (let pair = 1; pair < sums.length; pair++)
    sums[pair] = sums[pair - 1] + density(2 * pair - 2) + 4 * density(2 * pair - 1) + density(2 * pair);
  const wanted = coverage * sums[sums.length - 1];
  const pair = sums.findIndex((sum) => sum >= wanted);
  if (pair <= 0) return 0;
  const share = (wanted - sums[pair - 1]) / (sums[pair] - sums[pair - 1]);
  return Math.sqrt(power + 1) * Math.tan(2 * width * (pair - 1 + share));
}
