/** Coarse distances of numbers near the middle are up to 2 below the true ones for each feature, and up to 1 above. */
const slackOfFeature = 3;
const [usual, greatest, mostLooks] = [1000, 32_767, 12];

/**
 * Returns a coarse distance within which the `wanted` nearest rows nearly always are, but no more than `most`; undefined
 * where there is none. It begins with what was found before, and counts again until it is near enough.
 */
export function createThresholdFinder(
  wanted: number,
  most: number,
  countWithin: (distance: number) => number,
): (features: number) => number | undefined {
  let before = usual;
  return (features) => {
    const slack = slackOfFeature * features;
    let [low, high, at] = [0, greatest, before];
    for (let looks = 0; looks < mostLooks && low < high; looks++) {
      const count = countWithin(at);
      if (count >= wanted && countWithin(at + slack) <= most) {
        before = at;
        return at + slack;
      }
      if (count < wanted) low = at + 1;
      else high = at;
      at = Math.max(low, Math.min(high - 1, Math.round(count < wanted ? at * growth(count, wanted) : at * 0.8)));
    }
    return undefined;
  };
}

/** With each further feature, rows grow by a power more with the distance; two are usual. */
function growth(count: number, wanted: number): number {
  return count * 4 < wanted ? 2 : Math.sqrt((1.3 * wanted) / count);
}
