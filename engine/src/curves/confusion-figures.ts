/** Two classes: rows of truth, columns of answers, the second class last. */
export type Confusion = readonly [readonly [number, number], readonly [number, number]];

/** Figures that depend on which class is answered. */
export function confusionFigures(confusion: Confusion): Record<'accuracy' | 'balanced_accuracy' | 'f1_macro', number> {
  const [[negative, falsePositive], [falseNegative, positive]] = confusion;
  const recalls = [
    [negative, negative + falsePositive],
    [positive, positive + falseNegative],
  ].flatMap(([right, rows]) => (rows > 0 ? [right / rows] : []));
  const f1 = (right: number) => (right > 0 ? (2 * right) / (2 * right + falsePositive + falseNegative) : 0);
  return {
    accuracy: (negative + positive) / Math.max(1, negative + falsePositive + falseNegative + positive),
    balanced_accuracy: recalls.reduce((sum, recall) => sum + recall, 0) / Math.max(1, recalls.length),
    f1_macro: (f1(negative) + f1(positive)) / 2,
  };
}

/**
 * Standard error of a figure of a confusion matrix, by the jackknife over its rows. `independent` of them count as
 * evidence.
 */
export function errorOf(confusion: Confusion, independent: number, figureOf: (confusion: Confusion) => number): number {
  const counts = confusion.flat();
  const rows = counts.reduce((sum, count) => sum + count, 0);
  const without = counts.map((count, cell) => {
    if (count === 0) return 0;
    const left = counts.map((other, place) => other - Number(place === cell));
    return figureOf([
      [left[0], left[1]],
      [left[2], left[3]],
    ]);
  });
  const mean = counts.reduce((sum, count, cell) => sum + (count * without[cell]) / rows, 0);
  const squares = counts.reduce((sum, count, cell) => sum + count * (without[cell] - mean) ** 2, 0);
  return Math.sqrt((((rows - 1) / rows) * squares * rows) / Math.max(1, Math.min(rows, independent)));
}
