import { answerClasses, type MetricName, measureClasses } from './metrics.ts';

/** Metrics for which the likeliest class is not always the best answer. */
const steered: ReadonlySet<MetricName> = new Set<MetricName>(['balanced_accuracy', 'f1_macro']);
/** Exponents that are tried: 0 ignores how rare a class is, 1 fully compensates for it. */
const powers = [0, 0.25, 0.5, 0.75, 1];

/**
 * Returns weights for the class probabilities that make predictions best by the metric: the share of the class to a
 * negative power. Returns null when the likeliest class is as good.
 */
export function chooseWeights(
  metric: MetricName,
  truth: Float64Array,
  probabilities: Float64Array,
  classCount: number,
): number[] | null {
  if (!steered.has(metric)) return null;
  const counts = new Float64Array(classCount);
  for (const label of truth) counts[label] += 1;
  const tries = powers.map((power) => [...counts].map((count) => (Math.max(count, 1) / truth.length) ** -power));
  const scores = tries.map((weights) => {
    const answers = answerClasses(probabilities, classCount, weights);
    return measureClasses(truth, probabilities, classCount, answers)[figureOf(metric)];
  });
  const best = scores.indexOf(Math.max(...scores));
  return powers[best] === 0 ? null : tries[best];
}

function figureOf(metric: MetricName): 'balanced_accuracy' | 'f1_macro' {
  return metric === 'f1_macro' ? 'f1_macro' : 'balanced_accuracy';
}
