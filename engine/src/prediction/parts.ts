import { loadForest } from '../boosting/part.ts';
import type { SavedValue } from '../file/reader.ts';
import { loadLinear } from '../linear/part.ts';
import { loadNeighbours } from '../neighbours/part.ts';
import { loadNetwork } from '../neural/part.ts';
import type { Part } from '../selection/candidate.ts';
import { loadScaled } from '../selection/scaled.ts';
import type { WeightedPart } from './blend.ts';

const plainKinds = ['linear', 'forest', 'network', 'neighbours'] as const;
const loaders = { linear: loadLinear, forest: loadForest, network: loadNetwork, neighbours: loadNeighbours };

/** Reads a saved part of any kind, checked against the rows that it will get and the outputs that it must give. */
export function loadPart(saved: SavedValue, featureCount: number, outputs: number): Part {
  const kind = saved.get('kind').oneOf([...plainKinds, 'scaled']);
  if (kind !== 'scaled') return loaders[kind](saved, featureCount, outputs);
  return loadScaled(saved, outputs, (inner) =>
    loaders[inner.get('kind').oneOf(plainKinds)](inner, featureCount, outputs),
  );
}

/** Reads weighted parts; at least one. */
export function loadMembers(saved: SavedValue, featureCount: number, outputs: number): WeightedPart[] {
  const members = saved.list(1000).map((member) => ({
    weight: member.get('weight').number(0, 1),
    part: loadPart(member.get('part'), featureCount, outputs),
  }));
  return members.length > 0 ? members : saved.fail('at least one part');
}
