import type { Token } from '../words/tokens.ts';

/** How many of the first are asked for, and how many are passed over: one, and what the question says. */
export function amountsIn(tokens: readonly Token[]): { count: number; skip?: number }[] {
  const said = tokens.flatMap(({ number, isOrdinal }) => {
    if (number === undefined || !Number.isInteger(number) || number < 2 || number > 50) return [];
    return isOrdinal ? [{ count: 1, skip: number - 1 }] : [{ count: number }];
  });
  return [{ count: 1 }, ...said.slice(0, 2)];
}
