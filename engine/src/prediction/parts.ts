import { loadForest } from '../boosting/part.ts';
import type { SavedValue } from '../file/reader.ts';
import { loadLinear } from '../linear/part.ts';
import { loadNetwork } from '../neural/part.ts';
import type { Part } from '../selection/candidate.ts';
import type { WeightedPart } from './blend.ts';

const loaders = { linear: loadLinear, forest: loadForest, network: loadNetwork };

/** Reads a saved part of any kind, checked against the rows that it will get and the outputs that it must give. */
export function loadPart(saved: SavedValue, featureCount: number, outputs: number): Part {
  return loaders[saved.get('kind').oneOf(['linear', 'forest', 'network'])](saved, featureCount, outputs);
}

/** Reads weighted parts; at least one. */
export function loadMembers(saved: SavedValue, featureCount: number, outputs: number): WeightedPart[] {
  const members = saved.list(1000).map((member) => ({
    weight: member.get('weight').number(0, 1),
    part: loadPart(member.get('part'), featureCount, outputs),
  }));
  return members.length > 0 ? members : saved.fail('at least one part');
}
