/** No call uses more tokens. */
const mostTokens = 100_000_000;

/** Returns tokens that a provider tells; undefined where that cannot be: sums of it would be wrong for ever. */
export function soundCount(told: unknown): number | undefined {
  const isSound = Number.isInteger(told) && Number(told) >= 0 && Number(told) <= mostTokens;
  return isSound ? Number(told) : undefined;
}
