import type { FittedModel } from '../learners/contract.ts';
import type { SavedValue } from '../model-file/reader.ts';
import { fittedOnDerived } from './derived.ts';
import { loadMissingPatterns } from './missing-patterns.ts';
import { loadPairs } from './pairs.ts';

/** Loads a model with derived features; `load` loads the model within, given its number of features. */
export function loadDerived(
  saved: SavedValue,
  featureCount: number,
  outputs: number,
  load: (inner: SavedValue, featureCount: number) => FittedModel,
): FittedModel {
  const inner = saved.get('derivation');
  const isOfPairs = inner.get('kind').oneOf(['pairs', 'missing patterns']) === 'pairs';
  const derivation = isOfPairs ? loadPairs(inner, featureCount, outputs) : loadMissingPatterns(inner, featureCount);
  return fittedOnDerived(load(saved.get('part'), featureCount + derivation.width), derivation, featureCount);
}
