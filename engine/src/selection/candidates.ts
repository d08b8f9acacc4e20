import { boostingCandidate } from '../boosting/candidate.ts';
import { linearCandidate } from '../linear/candidate.ts';
import type { Task } from '../request.ts';
import type { Candidate } from './candidate.ts';

/** The closed list of what is tried on a table of this size, the surest first. */
export function listCandidates(task: Task, rowCount: number): Candidate[] {
  const linearName = task === 'regression' ? 'ridge' : 'logistic regression';
  const minRowsPerLeaf = rowCount < 1000 ? 5 : rowCount < 10_000 ? 10 : 20;
  const common = { rounds: rowCount < 2000 ? 600 : 1000, learningRate: rowCount < 2000 ? 0.05 : 0.08, minRowsPerLeaf };
  return [
    linearCandidate(linearName, { knots: 0, maxColumns: 400 }),
    boostingCandidate('gradient boosting', { ...common, maxLeaves: 31 }, 30),
    boostingCandidate('gradient boosting, small trees', { ...common, maxLeaves: 8, featureFraction: 0.8, l2: 1 }, 40),
    linearCandidate(`${linearName} with hinges`, { knots: 7, maxColumns: 400 }),
    boostingCandidate(
      'gradient boosting, sampled',
      { ...common, maxLeaves: 20, featureFraction: 0.6, rowFraction: 0.7, l2: 3 },
      40,
    ),
  ];
}
