import { loadForest } from '../boosting/part.ts';
import type { SavedValue } from '../file/reader.ts';
import { loadLinear } from '../linear/part.ts';
import type { Part } from '../selection/candidate.ts';

const loaders = { linear: loadLinear, forest: loadForest };

/** Reads a saved part of any kind, checked against the rows that it will get and the outputs that it must give. */
export function loadPart(saved: SavedValue, featureCount: number, outputs: number): Part {
  const kind = saved.get('kind').oneOf(['linear', 'forest']);
  return loaders[kind](saved, featureCount, outputs);
}
