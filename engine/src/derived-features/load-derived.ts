import type { FittedModel } from '../learners/contract.ts';
import type { SavedValue } from '../model-file/reader.ts';
import { fittedOnDerived, type LoadDerivation } from './derived.ts';
import { loadDerivedEffects } from './effects.ts';
import { loadJointTime } from './joint-time.ts';
import { loadMissingPatterns } from './missing-patterns.ts';
import { loadPairs } from './pairs.ts';

const loaders: Record<'pairs' | 'missing patterns' | 'joint time' | 'effects', LoadDerivation> = {
  pairs: loadPairs,
  'missing patterns': loadMissingPatterns,
  'joint time': loadJointTime,
  effects: loadDerivedEffects,
};

/** Loads a model with derived features; `load` loads the model within, given its number of features. */
export function loadDerived(
  saved: SavedValue,
  featureCount: number,
  outputs: number,
  load: (inner: SavedValue, featureCount: number) => FittedModel,
): FittedModel {
  const inner = saved.get('derivation');
  const kind = inner.get('kind').oneOf(['pairs', 'missing patterns', 'joint time', 'effects']);
  const derivation = loaders[kind](inner, featureCount, outputs);
  return fittedOnDerived(load(saved.get('part'), featureCount + derivation.width), derivation, featureCount);
}
