import { softmaxInPlace } from '../../numerics/logistic.ts';

/**
 * What makes outputs of raw scores: nothing (numbers, and shares of classes), the logistic function for two classes,
 * softmax for more; for numbers of imported models also the logistic function, exp, and the square with the score's sign.
 */
export const links = ['none', 'logistic', 'softmax', 'sigmoid', 'exponential', 'signed square'] as const;
export type Link = (typeof links)[number];

/** By link, what makes an output of a raw score where there is one of each. */
export const numberLinks = {
  sigmoid: (score: number) => 1 / (1 + Math.exp(-score)),
  exponential: Math.exp,
  'signed square': (score: number) => Math.sign(score) * score * score,
};

/** Turns `count` rows of raw scores into outputs in place. */
export function linkScores(out: Float64Array, count: number, outputs: number, link: Link): void {
  if (link === 'softmax')
    for (let row = 0; row < count; row++) softmaxInPlace(out.subarray(row * outputs, (row + 1) * outputs));
  else if (link === 'logistic') splitClasses(out, count);
  else if (link !== 'none') for (let row = 0; row < count; row++) out[row] = numberLinks[link](out[row]);
}

/** Two classes come from one score, so work from the last row. */
function splitClasses(out: Float64Array, count: number): void {
  for (let row = count - 1; row >= 0; row--) {
    const second = numberLinks.sigmoid(out[row]);
    out[row * 2] = 1 - second;
    out[row * 2 + 1] = second;
  }
}
