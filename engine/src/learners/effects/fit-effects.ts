/** What a term adds to the score of each of its levels, with the variance that it was drawn from. */
export interface Effects {
  effects: Float64Array;
  variance: number;
}

/** The rows that effects are fitted on: the level of each row in each term, and its truth (0 or 1 for a class). */
export interface EffectRows {
  levels: readonly Int32Array[];
  levelCounts: readonly number[];
  truth: Float64Array;
  isClass: boolean;
}

export interface FittedEffects {
  intercept: number;
  terms: Effects[];
}

/** Variance of effects at the start, of a class as log odds, of a number as a share of its own variance. */
const [classVariance, numberShare] = [0.3, 0.1];
const leastVariance = 1e-6;

/**
 * Fits a score that is a sum of one effect for each term, each drawn from a normal distribution whose variance is
 * estimated with it (penalised quasi-likelihood, Breslow & Clayton 1993; variances as in Schall 1991). One term is
 * fitted after another, since levels of a term do not share rows.
 */
export function fitEffects(rows: EffectRows, passes: number): FittedEffects {
  const { truth, isClass, levels, levelCounts } = rows;
  const mean = truth.reduce((sum, value) => sum + value / truth.length, 0);
  const spread = truth.reduce((sum, value) => sum + (value - mean) ** 2 / truth.length, 0) || 1;
  const start = isClass ? logit(Math.min(0.999, Math.max(0.001, mean))) : mean;
  const state: State = { rows, intercept: start, scores: new Float64Array(truth.length).fill(start), noise: spread };
  const terms = levelCounts.map(
    (count): Effects => ({
      effects: new Float64Array(count),
      variance: isClass ? classVariance : numberShare * spread,
    }),
  );
  for (let pass = 0; pass < passes; pass++) {
    let used = 1;
    for (const [place, term] of terms.entries()) used += improveTerm(state, term, levels[place]);
    improveIntercept(state);
    if (!isClass) state.noise = noiseOf(state, used);
  }
  return { intercept: state.intercept, terms };
}

interface State {
  rows: EffectRows;
  intercept: number;
  scores: Float64Array;
  /** Variance of a number around its score. */
  noise: number;
}

/** Sums of a term's levels: the slope and the curvature of the log-likelihood in their effects. */
export interface Sums {
  slopes: Float64Array;
  curvatures: Float64Array;
}

export function sumLevels(
  scores: Float64Array,
  { truth, isClass }: Pick<EffectRows, 'truth' | 'isClass'>,
  levels: Int32Array,
  levelCount: number,
  noise: number,
): Sums {
  const [slopes, curvatures] = [new Float64Array(levelCount), new Float64Array(levelCount)];
  for (let row = 0; row < levels.length; row++) {
    const level = levels[row];
    if (level < 0) continue;
    if (isClass) {
      const share = 1 / (1 + Math.exp(-scores[row]));
      slopes[level] += truth[row] - share;
      curvatures[level] += share * (1 - share);
    } else {
      slopes[level] += (truth[row] - scores[row]) / noise;
      curvatures[level] += 1 / noise;
    }
  }
  return { slopes, curvatures };
}

/** Takes one Newton step for all effects of a term, and one for their variance; returns how many of them it is worth. */
function improveTerm({ rows, scores, noise }: State, term: Effects, levels: Int32Array): number {
  const { effects } = term;
  const { slopes, curvatures } = sumLevels(scores, rows, levels, effects.length, noise);
  const penalty = 1 / term.variance;
  const steps = effects.map(
    (effect, level) => (slopes[level] + curvatures[level] * effect) / (curvatures[level] + penalty) - effect,
  );
  for (let level = 0; level < effects.length; level++) effects[level] += steps[level];
  for (let row = 0; row < levels.length; row++) if (levels[row] >= 0) scores[row] += steps[levels[row]];
  const used = curvatures.reduce((sum, curvature) => sum + curvature / (curvature + penalty), 0);
  const squares = effects.reduce((sum, effect) => sum + effect * effect, 0);
  term.variance = Math.max(leastVariance, squares / Math.max(used, 1e-9));
  return used;
}

function improveIntercept(state: State): void {
  const { rows, scores, noise } = state;
  const all = new Int32Array(scores.length);
  const { slopes, curvatures } = sumLevels(scores, rows, all, 1, noise);
  const step = slopes[0] / Math.max(curvatures[0], 1e-9);
  state.intercept += step;
  for (let row = 0; row < scores.length; row++) scores[row] += step;
}

function noiseOf({ rows: { truth }, scores }: State, used: number): number {
  const squares = truth.reduce((sum, value, row) => sum + (value - scores[row]) ** 2, 0);
  return Math.max(squares / Math.max(1, truth.length - used), 1e-12);
}

function logit(share: number): number {
  return Math.log(share / (1 - share));
}
