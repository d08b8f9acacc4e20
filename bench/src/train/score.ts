/** Area under the ROC curve of `scores` for classes 0 and 1; ties count half. */
export function areaUnderCurve(classes: Float64Array, scores: Float64Array): number {
  const order = Uint32Array.from(scores, (_, row) => row).sort((one, other) => scores[one] - scores[other]);
  let [positives, rankSum] = [0, 0];
  for (let start = 0; start < order.length; ) {
    let end = start;
    while (end < order.length && scores[order[end]] === scores[order[start]]) end++;
    const meanRank = (start + 1 + end) / 2;
    for (; start < end; start++) {
      if (classes[order[start]] !== 1) continue;
      positives++;
      rankSum += meanRank;
    }
  }
  const negatives = order.length - positives;
  return (rankSum - (positives * (positives + 1)) / 2) / (positives * negatives);
}

/** Coefficient of determination, R². */
export function rSquared(truth: Float64Array, predicted: Float64Array): number {
  const mean = truth.reduce((sum, value) => sum + value, 0) / truth.length;
  const residual = truth.reduce((sum, value, row) => sum + (value - predicted[row]) ** 2, 0);
  return 1 - residual / truth.reduce((sum, value) => sum + (value - mean) ** 2, 0);
}
