import type { Part } from '../learners/contract.ts';
import type { SavedValue } from '../model-file/reader.ts';
import { derivedPart } from './derived.ts';
import { loadMissingPatterns } from './missing-patterns.ts';
import { loadPairs } from './pairs.ts';

/** Reads a part with derived features; `load` reads the part within, given how many features it sees. */
export function loadDerived(
  saved: SavedValue,
  featureCount: number,
  outputs: number,
  load: (inner: SavedValue, featureCount: number) => Part,
): Part {
  const inner = saved.get('derivation');
  const isOfPairs = inner.get('kind').oneOf(['pairs', 'missing patterns']) === 'pairs';
  const derivation = isOfPairs ? loadPairs(inner, featureCount, outputs) : loadMissingPatterns(inner, featureCount);
  return derivedPart(load(saved.get('part'), featureCount + derivation.width), derivation, featureCount);
}
