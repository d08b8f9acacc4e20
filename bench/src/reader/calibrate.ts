import { calibrated } from '../../../server/src/questions/rank/rank.ts';
import { type Judged, manners } from './judged.ts';

/** Logistic regression of whether the best reading is right, on questions that the trees did not see. */
export function calibrate(judged: readonly Judged[], say: (...words: unknown[]) => void): number[] {
  const weights = [0, 0, 0, 0];
  for (let round = 0; round < 2000; round += 1) {
    const slopes = [0, 0, 0, 0];
    for (const one of judged) {
      const error = (one.isRight ? 1 : 0) - calibrated(one.basis, weights);
      for (const [at, value] of one.basis.entries()) slopes[at] += error * value;
    }
    for (const [at, slope] of slopes.entries()) weights[at] += (0.5 * slope) / judged.length;
  }
  for (const manner of manners)
    for (const threshold of [0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8]) {
      const own = judged.filter((one) => one.manner === manner);
      const answered = own.filter((one) => calibrated(one.basis, weights) >= threshold);
      const right = answered.filter((one) => one.isRight).length;
      const share = (count: number) => `${((100 * count) / own.length).toFixed(1)} %`;
      say(
        manner,
        'from',
        threshold,
        'answered',
        share(answered.length),
        'right',
        share(right),
        'wrong',
        share(answered.length - right),
      );
    }
  return weights;
}
