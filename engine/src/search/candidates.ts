import { onScale } from '../composites/scaled.ts';
import { tempered } from '../composites/tempered.ts';
import { choosePairs } from '../derived-features/choose-pairs.ts';
import { withEffects } from '../derived-features/effects.ts';
import { withJointTime } from '../derived-features/joint-time.ts';
import { areMissingPatternsTelling, withMissingPatterns } from '../derived-features/missing-patterns.ts';
import { withPairs } from '../derived-features/pairs.ts';
import type { Encoded, Frame } from '../encoding/frame.ts';
import { findPartedInputs } from '../encoding/parted-dates.ts';
import { boostingCandidate, type Response } from '../learners/boosting/boosting-candidate.ts';
import type { Candidate } from '../learners/contract.ts';
import { fewestValues, mayBeCodes } from '../learners/effects/choose-terms.ts';
import { effectsCandidate } from '../learners/effects/effects-candidate.ts';
import { linearCandidate } from '../learners/linear/linear-candidate.ts';
import { neighbourCandidate } from '../learners/neighbours/neighbour-candidate.ts';
import { networkCandidate } from '../learners/neural/network-candidate.ts';
import { rowNumbers } from '../random.ts';
import type { Quality } from '../request.ts';
import type { Labels } from '../target/labels.ts';
import { chooseScale, isSkewed } from '../target/scale.ts';
import type { TreeSettings } from '../trees/state/settings.ts';

/** Maximum number of numeric features for a linear model with hinges, to bound its time. */
const mostBent = 60;

/** Number of rows above which deep independent trees make large files and add little to boosted ones. */
const mostForestRows = 5000;

/**
 * Extremely randomised trees (Geurts et al. 2006), deep ones: they follow what is local, where boosting smooths. For
 * numbers also such that try most columns at each node: these find rows of one origin, the others resist noise.
 */
function extraTrees(features: number, classCount: number): Candidate[] {
  const some = Math.min(1, Math.max(0.3, 2 / features));
  const most = Math.min(1, 40 / features);
  return [
    independentTrees('extra-trees', some),
    ...(classCount === 0 && most > some ? [independentTrees('extra-trees, most columns', most)] : []),
  ];
}

function independentTrees(name: string, nodeFeatureFraction: number): Candidate {
  return tempered(
    boostingCandidate(
      name,
      { mode: 'forest', splitMode: 'random', rounds: 100, maxLeaves: 4096, minRowsPerLeaf: 2, nodeFeatureFraction },
      0,
    ),
  );
}

/** Number of rows above which boosting learns in a fraction of the time what a small network could add. */
const mostNetworkRows = 60_000;
/** Number of columns above which a small network takes long and learns noise. */
const mostNetworkColumns = 500;

/**
 * Returns a strongly regularised network for noisy tables, and weakly regularised ones. Networks see small tables many
 * times.
 */
function networks(rowCount: number): Candidate[] {
  const isShort = rowCount < mostForestRows;
  const common = {
    cycles: doublingCycles(Math.min(100, Math.max(8, Math.round(140_000 / rowCount)))),
    batch: isShort ? 16 : 32,
    learningRate: 5e-3,
    committee: isShort ? 2 : 1,
  };
  return [
    networkCandidate('neural network, strong weight decay', { ...common, decay: 1 }),
    networkCandidate('neural network', { ...common, decay: 0.1 }),
    ...(isShort
      ? [networkCandidate('neural network, soft-clipped inputs', { ...common, decay: 0.1, isSoft: true })]
      : []),
  ];
}

/**
 * Returns cycles with about this many epochs in total, each twice as long as the one before, so that stopping is tried
 * at every scale.
 */
function doublingCycles(epochs: number): number[] {
  const count = Math.min(5, Math.floor(Math.log2(epochs + 1)));
  const first = Math.max(1, Math.round(epochs / (2 ** count - 1)));
  return Array.from({ length: count }, (_, cycle) => first * 2 ** cycle);
}

const fewClasses = 5;
/** Number of classes above which sums of effects, one for each, take long. */
const mostEffectClasses = 10;

/**
 * Number of classes above which a round of trees, one for each class, takes long, while a network has hardly more to
 * do.
 */
const manyClasses = 200;

/** Maximum of known rows times columns for nearest neighbours, so that answers stay quick. */
const mostCompared = 60_000;

/** Number of rows up to which trees are served as a committee: single ones are unstable, and the cost is small. */
const mostCommitteeRows = 2000;
const committeeSize = 3;

/** How candidates are listed. */
export interface Listing {
  /** `fast` takes the first three. */
  quality: Quality;
  /** Most microseconds for the answer to a row. */
  answerMicroseconds: number;
  /** Those that are wanted; the first of the list always is. */
  names?: readonly string[] | undefined;
  /** Linear models of numbers that are held out forward by these columns start from the level of the latest rows. */
  timeColumns?: readonly string[];
  /** Whether time is too short for those that take long, or long to find out about. */
  isShortened?: boolean;
}

/** Returns the closed list of candidates for a table of this size, the safest first. */
export function listCandidates(frame: Frame, listing: Listing): Candidate[] {
  const { quality, names, timeColumns = [] } = listing;
  const date = findPartedInputs(frame.fields);
  const all = listAll(frame, timeColumns, listing).map((candidate) =>
    date ? withJointTime(candidate, date.columns) : candidate,
  );
  const tried = quality === 'fast' ? all.slice(0, fastKinds) : all;
  return names ? tried.filter(({ name }, place) => place === 0 || names.includes(name)) : tried;
}

/** Trees, a linear model and effects: what takes a second. */
const fastKinds = 3;
/** Share of the time of an answer that one candidate may take. */
const candidateShare = 0.4;

function listAll(
  { labels, rowCount, base }: Frame,
  timeColumns: readonly string[],
  { isShortened = false, answerMicroseconds }: Pick<Listing, 'isShortened' | 'answerMicroseconds'>,
): Candidate[] {
  const linear = labels.classCount === 0 ? 'ridge' : 'logistic regression';
  const minRowsPerLeaf = rowCount < 1000 ? 5 : rowCount < 10_000 ? 10 : 20;
  const committee = rowCount < mostCommitteeRows ? committeeSize : 1;
  const isPatient = committee === 1 && labels.classCount <= 2;
  const common = {
    ...decidePace(rowCount, labels.classCount),
    minRowsPerLeaf,
    committee,
    answerMicroseconds: candidateShare * answerMicroseconds,
  };
  const response = labels.loss === 'absolute' ? 'median' : 'mean';
  const numbers = base.features.filter(({ categories }) => categories === 0).length;
  const columns = base.features.reduce((sum, { categories }) => sum + Math.max(1, categories), 0);
  const hinges = linearCandidate(`${linear} with hinges`, { knots: 7, maxColumns: 400, timeColumns });
  const smallTrees = { ...common, maxLeaves: 8, featureFraction: 0.8, rowFraction: committee > 1 ? 0.8 : 1, l2: 1 };
  const sampled = {
    ...common,
    maxLeaves: 20,
    featureFraction: Math.max(0.6, Math.min(1, 3 / base.features.length)),
    rowFraction: 0.7,
    l2: 3,
  };
  const patientTrees = { ...smallTrees, ...(isPatient && slowDown(smallTrees)) };
  // Both make smoother steps than best-first trees, and their errors are elsewhere; each is used where it does better.
  const drawn = { ...smallTrees, maxLeaves: 20, splitMode: 'random' } as const;
  const level = { ...smallTrees, learningRate: 0.75 * common.learningRate, maxLeaves: 64, maxDepth: 6, l2: 5 };
  const hasEffects = labels.classCount <= mostEffectClasses;
  const isShort = rowCount <= mostForestRows;
  const isNarrow = columns <= mostNetworkColumns;
  // The hessian of rare classes is nearly 0, so without a penalty their first steps would be huge.
  const largeTrees = { ...common, committee: 1, maxLeaves: 31, l2: labels.classCount > fewClasses ? 1 : 0 };
  if (labels.classCount > manyClasses)
    return [
      ...(isNarrow && rowCount <= mostNetworkRows ? networks(rowCount).toReversed() : []),
      boostingCandidate('gradient boosting', largeTrees, 30),
      linearCandidate(linear, { knots: 0, maxColumns: 400, timeColumns }),
    ];
  // Different kinds come first: if time runs out, variety is worth more. Networks are slow on long tables.
  return [
    boostingCandidate('gradient boosting', largeTrees, 30, response),
    linearCandidate(linear, { knots: 0, maxColumns: 400, timeColumns }),
    ...(hasEffects ? [effectsCandidate('effects')] : []),
    ...(numbers > 0 && numbers <= mostBent ? [hinges] : []),
    ...(hasEffects && areEffectsTelling(base)
      ? [withEffects(boostingCandidate('gradient boosting, small trees', smallTrees, 40, response))]
      : []),
    ...(isShort && isNarrow && !isShortened ? networks(rowCount) : []),
    ...listScaled(labels, rowCount, smallTrees, hinges, isShortened),
    boostingCandidate('gradient boosting, small trees', patientTrees, isPatient ? 60 : 40, response),
    boostingCandidate('gradient boosting, sampled', sampled, 40, response),
    ...(isShortened
      ? []
      : listDerived(base, labels, [
          boostingCandidate('gradient boosting, small trees', smallTrees, 40, response),
          hinges,
        ])),
    committee > 1
      ? boostingCandidate('gradient boosting, random splits', drawn, 40, response)
      : boostingCandidate('gradient boosting, level trees', level, 40, response),
    ...(isShort ? extraTrees(base.features.length, labels.classCount) : []),
    ...(rowCount * columns <= mostCompared ? [neighbourCandidate('nearest neighbours')] : []),
    ...((!isShort || isShortened) && isNarrow && rowCount <= mostNetworkRows ? networks(rowCount) : []),
  ];
}

/** Whether a column has so many values that trees gain from an effect of each. */
function areEffectsTelling({ features, columns }: Encoded): boolean {
  return features.some(
    ({ categories }, slot) => categories >= fewestValues || (categories === 0 && mayBeCodes(columns[slot])),
  );
}

/** Returns candidates that see several columns together, where these explain more than single columns. */
function listDerived(base: Encoded, labels: Labels, candidates: readonly Candidate[]): Candidate[] {
  const rows = rowNumbers(labels.values.length);
  return [
    ...(choosePairs(base, labels, rows, 0).length > 0 ? candidates.map(withPairs) : []),
    ...(areMissingPatternsTelling(base, labels, rows, 0) ? candidates.map(withMissingPatterns) : []),
  ];
}

/** Returns candidates for numbers with a heavy tail: on another scale of the target, or with a log link. */
function listScaled(
  labels: Labels,
  rowCount: number,
  trees: Partial<TreeSettings>,
  hinges: Candidate,
  isShortened: boolean,
): Candidate[] {
  const scale = labels.classCount === 0 ? chooseScale(labels.values) : undefined;
  if (!scale) return listDeviances(labels, trees);
  return [
    onScale(boostingCandidate('gradient boosting, small trees', trees, 40), scale),
    onScale(hinges, scale),
    ...(rowCount <= mostForestRows && !isShortened ? networks(rowCount).map((network) => onScale(network, scale)) : []),
    ...listDeviances(labels, trees),
  ];
}

/** From this share of zeros on, the Tweedie deviance is tried. */
const leastZeros = 0.05;

/**
 * Returns candidates for non-negative numbers whose spread grows with their mean: Poisson deviance, and gamma or
 * Tweedie depending on zeros.
 */
function listDeviances({ values, classCount, loss }: Labels, trees: Partial<TreeSettings>): Candidate[] {
  if (classCount > 0 || loss !== 'squared' || !isSkewed(values)) return [];
  const zeros = values.filter((value) => value === 0).length / values.length;
  const others: Response[] = zeros === 0 ? ['gamma'] : zeros >= leastZeros ? ['tweedie'] : [];
  const responses: Response[] = ['poisson', ...others];
  return responses.map((response) => boostingCandidate(`gradient boosting, ${response}`, trees, 40, response));
}

/** Halves the learning rate, where there are enough rows for fits to agree on the number of rounds. */
function slowDown({ rounds, learningRate }: { rounds: number; learningRate: number }) {
  return { rounds: Math.round(1.5 * rounds), learningRate: learningRate / 2 };
}

/**
 * Returns the maximum number of rounds and the learning rate. A round grows a tree for each class, so many classes mean
 * fewer rounds with larger steps.
 */
function decidePace(rowCount: number, classCount: number): { rounds: number; learningRate: number } {
  const [most, shortest, way] = rowCount < 2000 ? [600, 0.05, 15] : [2000, 0.08, 40];
  const rounds = Math.min(most, Math.max(30, Math.floor(8000 / Math.max(classCount, 1))));
  return { rounds, learningRate: Math.min(0.3, Math.max(shortest, way / rounds)) };
}
