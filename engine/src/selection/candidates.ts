import { boostingCandidate } from '../boosting/candidate.ts';
import type { Frame } from '../encoding/frame.ts';
import { linearCandidate } from '../linear/candidate.ts';
import type { Candidate } from './candidate.ts';

/** The closed list of what is tried on a table of this size, the surest first. */
export function listCandidates({ labels, rowCount, base }: Frame): Candidate[] {
  const linear = labels.classCount === 0 ? 'ridge' : 'logistic regression';
  const minRowsPerLeaf = rowCount < 1000 ? 5 : rowCount < 10_000 ? 10 : 20;
  const rounds = rowCount < 2000 ? 600 : 1000;
  const common = { rounds, learningRate: rowCount < 2000 ? 0.05 : 0.08, minRowsPerLeaf };
  const hasNumbers = base.features.some(({ categories }) => categories === 0);
  const hinges = linearCandidate(`${linear} with hinges`, { knots: 7, maxColumns: 400 });
  return [
    boostingCandidate('gradient boosting', { ...common, maxLeaves: 31 }, 30),
    boostingCandidate('gradient boosting, small trees', { ...common, maxLeaves: 8, featureFraction: 0.8, l2: 1 }, 40),
    linearCandidate(linear, { knots: 0, maxColumns: 400 }),
    ...(hasNumbers ? [hinges] : []),
    boostingCandidate(
      'gradient boosting, sampled',
      { ...common, maxLeaves: 20, featureFraction: 0.6, rowFraction: 0.7, l2: 3 },
      40,
    ),
  ];
}
