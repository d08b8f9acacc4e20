/** From this share of zeros on, demand is rare; phases of the season without any, such as closed days, do not count. */
const leastZeros = 0.4;
const closedShare = 0.95;

/** Returns whether a series is often 0, and never below: its mean tells more than its usual value. */
export function isRareDemand(values: Float64Array, season: number): boolean {
  if (!values.every((value) => value >= 0)) return false;
  const [zeros, counts] = [new Float64Array(season), new Float64Array(season)];
  for (const [place, value] of values.entries()) {
    counts[place % season] += 1;
    if (value === 0) zeros[place % season] += 1;
  }
  const open = [...counts.keys()].filter((phase) => zeros[phase] < closedShare * counts[phase]);
  const sum = (of: Float64Array) => open.reduce((total, phase) => total + of[phase], 0);
  return open.length > 0 && sum(zeros) >= leastZeros * sum(counts);
}
