export type SeasonKind = 'additive' | 'multiplicative';

/** Effect of each phase, added to (or multiplied with) the level; phase = index of the value modulo the season. */
export interface SeasonalIndices {
  kind: SeasonKind;
  indices: Float64Array;
}

/**
 * Classical decomposition: the mean distance (or ratio) of each phase from the centred moving average over one season,
 * levelled so that they sum to 0 (or average 1). Needs two whole seasons; multiplicative needs values above 0.
 */
export function findIndices(values: Float64Array, season: number, kind: SeasonKind): SeasonalIndices {
  const sums = new Float64Array(season);
  const counts = new Float64Array(season);
  const trend = centredAverage(values, season);
  for (const [index, level] of trend.entries()) {
    if (Number.isNaN(level)) continue;
    sums[index % season] += kind === 'additive' ? values[index] - level : values[index] / level;
    counts[index % season] += 1;
  }
  const means = sums.map((sum, phase) => sum / counts[phase]);
  const centre = means.reduce((sum, mean) => sum + mean, 0) / season;
  return { kind, indices: means.map((mean) => (kind === 'additive' ? mean - centre : mean / centre)) };
}

/**
 * Returns the average over one season around each value (the two ends half each when the season is even); NaN near the
 * ends.
 */
export function centredAverage(values: Float64Array, season: number): Float64Array {
  const half = season >> 1;
  const endWeight = season % 2 === 0 ? 0.5 : 1;
  const average = new Float64Array(values.length).fill(Number.NaN);
  for (let centre = half; centre + half < values.length; centre++) {
    let sum = endWeight * (values[centre - half] + values[centre + half]);
    for (let index = centre - half + 1; index < centre + half; index++) sum += values[index];
    average[centre] = season === 1 ? values[centre] : sum / season;
  }
  return average;
}

/** Removes the season from values whose first has phase 0. */
export function deseasonalise(values: Float64Array, { kind, indices }: SeasonalIndices): Float64Array {
  return values.map((value, index) => {
    const effect = indices[index % indices.length];
    return kind === 'additive' ? value - effect : value / effect;
  });
}

/** Adds the season to values whose first has phase `start`. */
export function reseasonalise(values: Float64Array, { kind, indices }: SeasonalIndices, start: number): Float64Array {
  return values.map((value, index) => {
    const effect = indices[(start + index) % indices.length];
    return kind === 'additive' ? value + effect : value * effect;
  });
}
