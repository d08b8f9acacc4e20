import type { LiveSums } from './live-sums.ts';

/** Windows that are looked at together: few rows or truths show little. */
export const windowsTogether = 3;

/** Truths that are read, of the newest windows. */
const mostTruths = 50_000;

/** The newest windows first, as many as have no more truths than are read. */
export function newestOf(windows: readonly LiveSums[]): LiveSums[] {
  let truths = 0;
  return windows.toReversed().filter((window, place) => {
    truths += window.truths;
    return place === 0 || truths <= mostTruths;
  });
}
