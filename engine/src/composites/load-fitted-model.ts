import { loadDerived } from '../derived-features/load-derived.ts';
import { loadForest } from '../learners/boosting/fitted-forest.ts';
import { loadConstant } from '../learners/constant.ts';
import type { Part } from '../learners/contract.ts';
import { loadLinear } from '../learners/linear/fitted-linear.ts';
import { loadNeighbours } from '../learners/neighbours/fitted-neighbours.ts';
import { loadNetwork } from '../learners/neural/fitted-network.ts';
import type { SavedValue } from '../model-file/reader.ts';
import type { WeightedPart } from './blend.ts';
import { loadScaled } from './scaled.ts';
import { loadStacked } from './stacked.ts';

const plainKinds = ['linear', 'forest', 'network', 'neighbours', 'constant'] as const;
const loaders = {
  linear: loadLinear,
  forest: loadForest,
  network: loadNetwork,
  neighbours: loadNeighbours,
  constant: loadConstant,
};

/** Reads a saved part of any kind, checked against the rows that it will get and the outputs that it must give. */
export function loadPart(saved: SavedValue, featureCount: number, outputs: number): Part {
  const kind = saved.get('kind').oneOf([...plainKinds, 'scaled', 'derived', 'stacked']);
  const loadUnstacked = (inner: SavedValue, width: number) => loadOne(inner, width, outputs);
  return kind === 'stacked'
    ? loadStacked(saved, featureCount, outputs, loadUnstacked)
    : loadOne(saved, featureCount, outputs);
}

/** Parts within parts are at most one of a kind deep, so that no file makes this run on and on. */
function loadOne(saved: SavedValue, featureCount: number, outputs: number): Part {
  const loadPlain = (inner: SavedValue, width = featureCount) =>
    loaders[inner.get('kind').oneOf(plainKinds)](inner, width, outputs);
  const kind = saved.get('kind').oneOf([...plainKinds, 'scaled', 'derived']);
  if (kind === 'scaled') return loadScaled(saved, outputs, loadPlain);
  return kind === 'derived' ? loadDerived(saved, featureCount, outputs, loadPlain) : loadPlain(saved);
}

/** Reads weighted parts; at least one. */
export function loadMembers(saved: SavedValue, featureCount: number, outputs: number): WeightedPart[] {
  const members = saved.list(1000).map((member) => ({
    weight: member.get('weight').number(0, 1),
    part: loadPart(member.get('part'), featureCount, outputs),
  }));
  return members.length > 0 ? members : saved.fail('at least one part');
}
