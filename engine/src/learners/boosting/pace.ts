/** How trees are grown where the time of the first fit was too short for the usual pace; later fits keep to it. */
export interface LongerSteps {
  /** From this round on the learning rate is `rate`. */
  from: number;
  rate: number;
  /** Most rounds of any fit. */
  rounds: number;
}

/** Rounds whose time is measured; before the first of them a thread may have to start or code to be compiled. */
const [firstMeasured, lastMeasured] = [1, 4];
/** Sum of the learning rates of a fit that has learned most of what it can. */
const enoughSteps = 6;
/** Greater steps are worse than fewer of them. */
const highestRate = 0.4;

/**
 * Watches the first rounds of a fit. Where time ends before the usual steps add up to enough, steps are lengthened: a
 * model of few short steps is hardly better than a constant.
 */
export function watchPace(usualRate: number, deadline: number) {
  let longerSteps: LongerSteps | undefined;
  let begun = performance.now();
  return {
    /** Called after each round. */
    note(round: number): void {
      if (round + 1 === firstMeasured) begun = performance.now();
      if (round + 1 !== lastMeasured) return;
      const now = performance.now();
      const left = ((deadline - now) * (lastMeasured - firstMeasured)) / Math.max(now - begun, Number.MIN_VALUE);
      if (left * usualRate >= enoughSteps) return;
      const rate = Math.max(usualRate, Math.min(highestRate, enoughSteps / Math.max(left, 1)));
      longerSteps = { from: round + 1, rate, rounds: Number.POSITIVE_INFINITY };
    },
    /** The learning rate of a round. */
    rateOf: (round: number): number => (longerSteps && round >= longerSteps.from ? longerSteps.rate : usualRate),
    /** Returns how later fits are to be grown, where the deadline ended this one after `rounds`, or steps were lengthened. */
    settle(rounds: number, isEnded: boolean): LongerSteps | undefined {
      if (!isEnded) return longerSteps;
      return { from: longerSteps?.from ?? rounds, rate: longerSteps?.rate ?? usualRate, rounds };
    },
  };
}
