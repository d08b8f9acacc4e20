import { softmaxInPlace } from '../../numerics/logistic.ts';

/**
 * How raw scores become outputs: unchanged (numbers, class shares), logistic (two classes), softmax (more); imported
 * models also use sigmoid, exp and the signed square for numbers.
 */
export const links = ['none', 'logistic', 'softmax', 'sigmoid', 'exponential', 'signed square'] as const;
export type Link = (typeof links)[number];

/** The functions of links with one output. */
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

/** Writes two probabilities for each score, from the last row to the first, because both are stored in place. */
function splitClasses(out: Float64Array, count: number): void {
  for (let row = count - 1; row >= 0; row--) {
    const second = numberLinks.sigmoid(out[row]);
    out[row * 2] = 1 - second;
    out[row * 2 + 1] = second;
  }
}
