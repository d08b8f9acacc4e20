import { softmaxInPlace } from '../../numerics/logistic.ts';

/** Sizes of the layers: sparse input, two hidden layers, output. */
export interface Shape {
  inputs: number;
  first: number;
  second: number;
  outputs: number;
}

/** Where each layer's weights (from x to, row-major) and biases begin in the one array of parameters. */
interface Layout {
  firstBias: number;
  second: number;
  secondBias: number;
  third: number;
  thirdBias: number;
  size: number;
}

export function layOut({ inputs, first, second, outputs }: Shape): Layout {
  const firstBias = inputs * first;
  const secondStart = firstBias + first;
  const secondBias = secondStart + first * second;
  const third = secondBias + second;
  const thirdBias = third + second * outputs;
  return { firstBias, second: secondStart, secondBias, third, thirdBias, size: thirdBias + outputs };
}

/** Turns raw scores into outputs: probabilities for classes (softmax), unchanged for numbers. */
export function link(out: Float64Array): void {
  if (out.length > 1) softmaxInPlace(out);
}
