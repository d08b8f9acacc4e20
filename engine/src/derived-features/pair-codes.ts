import type { Feature } from '../encoding/feature.ts';

/** Two category features and their number of codes; missing has one code more. */
export interface Pair {
  first: number;
  second: number;
  firstCodes: number;
  secondCodes: number;
}

export function pairOf(features: readonly Feature[], first: number, second: number): Pair {
  return { first, second, firstCodes: features[first].categories, secondCodes: features[second].categories };
}

/** Number of cells in the table of a pair. */
export function cellCount({ firstCodes, secondCodes }: Pair): number {
  return (firstCodes + 1) * (secondCodes + 1);
}

/** Index of two codes in the table of their pair; missing and unknown codes share one. */
export function cellOf({ firstCodes, secondCodes }: Pair, first: number, second: number): number {
  return codeOrMissing(first, firstCodes) * (secondCodes + 1) + codeOrMissing(second, secondCodes);
}

function codeOrMissing(code: number, codes: number): number {
  return code >= 0 && code < codes ? code : codes;
}
