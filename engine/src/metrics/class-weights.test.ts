import { expect, test } from 'vitest';
import { createRandom } from '../random.ts';
import { chooseWeights } from './class-weights.ts';
import { answerClasses, measureClasses } from './metrics.ts';

const random = createRandom(4);
/** A rare second class, whose probability is seldom above a half. */
const chances = Array.from({ length: 4000 }, () => 0.5 * random() ** 3);
const truth = Float64Array.from(chances, (chance) => Number(random() < chance));
const probabilities = Float64Array.from(chances.flatMap((chance) => [1 - chance, chance]));

test.each(['balanced_accuracy', 'f1_macro'] as const)('weights raise %s where a class is rare', (metric) => {
  const weights = chooseWeights(metric, truth, probabilities, 2);
  const plain = measureClasses(truth, probabilities, 2)[metric];
  const answers = answerClasses(probabilities, 2, weights);
  expect(measureClasses(truth, probabilities, 2, answers)[metric]).toBeGreaterThan(plain + 0.05);
});

test('metrics that judge probabilities, or want the likeliest class, need none', () => {
  for (const metric of ['log_loss', 'auc', 'accuracy'] as const)
    expect(chooseWeights(metric, truth, probabilities, 2)).toBeNull();
});
