import { loadForest } from '../boosting/part.ts';
import { loadDerived } from '../derived/load.ts';
import type { SavedValue } from '../file/reader.ts';
import { loadLinear } from '../linear/part.ts';
import { loadNeighbours } from '../neighbours/part.ts';
import { loadNetwork } from '../neural/part.ts';
import type { Part } from '../selection/candidate.ts';
import { loadConstant } from '../selection/constant.ts';
import { loadScaled } from '../selection/scaled.ts';
import { loadStacked } from '../selection/stacked.ts';
import type { WeightedPart } from './blend.ts';

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
