import type { Result } from './schemas.ts';

export interface Pair {
  before: Result;
  after: Result;
}

/** What two runs of the same questions differ by, after minus before, a question. */
export interface Difference {
  /** Difference of the share of right answers, and its standard error. */
  score: number;
  standard_error: number | null;
  /** Chance of differing answers as one-sided as these, or more, if neither were better: an exact sign test. */
  p_value: number;
  milliseconds: number;
  tokens: number | null;
  cost: number | null;
}

/** Returns undefined without a question that both asked. */
export function differenceOf(pairs: readonly Pair[]): Difference | undefined {
  if (pairs.length === 0) return undefined;
  const gains = pairs.map(({ before, after }) => Number(after.is_right) - Number(before.is_right));
  const score = meanOf(gains);
  const count = gains.length;
  const variance = gains.reduce((sum, gain) => sum + (gain - score) ** 2, 0) / (count - 1);
  const changeOf = (figure: (result: Result) => number | null) => meanChange(pairs, figure);
  return {
    score,
    standard_error: count > 1 ? Math.sqrt(variance / count) : null,
    p_value: signTest(gains.filter((gain) => gain > 0).length, gains.filter((gain) => gain < 0).length),
    milliseconds: Math.round(changeOf(({ milliseconds }) => milliseconds) ?? 0),
    tokens: changeOf(({ usage }) => usage.total_tokens ?? 0),
    cost: changeOf(costOf),
  };
}

/** Two-sided exact sign test, which for paired right and wrong answers is McNemar's. */
export function signTest(wins: number, losses: number): number {
  const count = wins + losses;
  let term = 0.5 ** count;
  let tail = 0;
  for (let k = 0; k <= Math.min(wins, losses); k += 1) {
    tail += term;
    term *= (count - k) / (k + 1);
  }
  return Math.min(1, 2 * tail);
}

/** Without tokens no language model was asked, which costs nothing; with them null is a cost that nobody knows. */
function costOf({ usage }: Result): number | null {
  return usage.total_tokens === null ? 0 : usage.cost;
}

/** Null where a figure is not known, as when the model has no price: others cannot stand for it. */
function meanChange(pairs: readonly Pair[], figure: (result: Result) => number | null): number | null {
  const changes = pairs.flatMap(({ before, after }) => {
    const [from, to] = [figure(before), figure(after)];
    return from === null || to === null ? [] : [to - from];
  });
  return changes.length === pairs.length ? meanOf(changes) : null;
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
