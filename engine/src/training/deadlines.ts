import { growShare, searchShare } from '../large-tables/pace.ts';
import type { Monitor } from '../monitor.ts';

/** Moments of the clock (milliseconds) by which the stages of a training must end. */
export interface Deadlines {
  /** Comparing ways to hold rows out. */
  validation: number;
  texts: number;
  search: number;
  /** Bounds and calibration. */
  finish: number;
  importances: number;
  /** Learning to answer incomplete rows. */
  incomplete: number;
  /** Fits that are served. */
  refit: number;
  end: number;
}

/** Shares of the time budget; the rest after refitting is for the description. */
export const usualShares = {
  validation: 0.12,
  texts: 0.3,
  search: 0.55,
  finish: 0.65,
  importances: 0.73,
  incomplete: 0.83,
  refit: 0.92,
};
/** For large tables, trees are grown on all rows between search and finish. What is learned before is not hurried. */
export const sampleShares = {
  validation: Number.POSITIVE_INFINITY,
  texts: Number.POSITIVE_INFINITY,
  search: searchShare,
  finish: growShare + 0.06,
  importances: growShare + 0.08,
  incomplete: growShare + 0.11,
  refit: growShare + 0.14,
};
/** Part of the budget that stages take, as shares of its beginning and end. */
export type Span = readonly [from: number, to: number];

const wholeBudget: Span = [0, 1];
/** Share of the budget that is kept for each kind of other rows, which the same stages are gone through for again. */
const beyondShare = 0.2;
/** After them only the description is left. */
const beyondEnd = 0.97;

/** Returns the part of the budget for rows like those of the table, where `kinds` of other rows are judged too. */
export function spanOfUsual(kinds: number): Span {
  return kinds === 0 ? wholeBudget : [0, beyondEnd - kinds * beyondShare];
}

/** Returns the part of the budget for one of the `kinds` of other rows. */
export function spanBeyond(place: number, kinds: number): Span {
  const from = beyondEnd - (kinds - place) * beyondShare;
  return [from, from + beyondShare];
}

export function decideDeadlines(
  monitor: Monitor,
  budgetSeconds: number,
  shares: typeof usualShares,
  [from, to]: Span = wholeBudget,
): Deadlines {
  const momentOf = (share: number) => monitor.momentOf(budgetSeconds * (from + (to - from) * share));
  return {
    validation: momentOf(shares.validation),
    texts: momentOf(shares.texts),
    search: momentOf(shares.search),
    finish: momentOf(shares.finish),
    importances: momentOf(shares.importances),
    incomplete: momentOf(shares.incomplete),
    refit: momentOf(shares.refit),
    end: monitor.momentOf(budgetSeconds),
  };
}

/** A search ends somewhat after its deadline, because a fit that has begun goes on. */
const overrun = 1.3;

/**
 * Returns the deadlines for rows of another kind. Their search ends early enough for all that follows it, which takes
 * `followingMs` and looks at no clock in part: in short budgets that is more than its share.
 */
export function deadlinesBeyond(monitor: Monitor, budgetSeconds: number, span: Span, followingMs: number): Deadlines {
  const deadlines = decideDeadlines(monitor, budgetSeconds, usualShares, span);
  return { ...deadlines, search: Math.min(deadlines.search, deadlines.end - overrun * followingMs) };
}
