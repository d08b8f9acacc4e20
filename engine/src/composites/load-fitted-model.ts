import { loadDerived } from '../derived-features/load-derived.ts';
import { loadForest } from '../learners/boosting/fitted-forest.ts';
import { loadConstant } from '../learners/constant.ts';
import type { FittedModel } from '../learners/contract.ts';
import { loadEffects } from '../learners/effects/fitted-effects.ts';
import { loadLinear } from '../learners/linear/fitted-linear.ts';
import { loadNeighbours } from '../learners/neighbours/fitted-neighbours.ts';
import { loadNetwork } from '../learners/neural/fitted-network.ts';
import type { SavedValue } from '../model-file/reader.ts';
import type { WeightedModel } from './blend.ts';
import { loadScaled } from './scaled.ts';
import { loadStacked } from './stacked.ts';
import { loadTempered } from './tempered.ts';

/** The loader of each learner's fitted model, by the kind that it saves. */
const loaders = {
  linear: loadLinear,
  forest: loadForest,
  network: loadNetwork,
  neighbours: loadNeighbours,
  effects: loadEffects,
  constant: loadConstant,
};
const plainKinds = Object.keys(loaders) as (keyof typeof loaders)[];

/** Loads a fitted model of any kind, checked against the number of features and outputs. */
export function loadFittedModel(saved: SavedValue, featureCount: number, outputs: number): FittedModel {
  const kind = saved.get('kind').oneOf([...plainKinds, 'scaled', 'tempered', 'derived', 'stacked']);
  const loadUnstacked = (inner: SavedValue, width: number) => loadOne(inner, width, outputs);
  return kind === 'stacked'
    ? loadStacked(saved, featureCount, outputs, loadUnstacked)
    : loadOne(saved, featureCount, outputs);
}

/** Derived features may be made of derived ones, such as a time; deeper files would cause endless recursion. */
const deepest = 2;

/** Models nest at most so many levels of derived features, then a scale. */
function loadOne(saved: SavedValue, featureCount: number, outputs: number, depth = deepest): FittedModel {
  const loadPlain = (inner: SavedValue, width = featureCount) =>
    loaders[inner.get('kind').oneOf(plainKinds)](inner, width, outputs);
  const kind = saved.get('kind').oneOf([...plainKinds, 'scaled', 'tempered', 'derived']);
  if (kind === 'scaled') return loadScaled(saved, outputs, loadPlain);
  if (kind === 'tempered') return loadTempered(saved, outputs, loadPlain);
  const loadInner = (inner: SavedValue, width: number) =>
    depth > 1 ? loadOne(inner, width, outputs, depth - 1) : loadPlain(inner, width);
  return kind === 'derived' ? loadDerived(saved, featureCount, outputs, loadInner) : loadPlain(saved);
}

/** Loads at least one weighted model. */
export function loadMembers(saved: SavedValue, featureCount: number, outputs: number): WeightedModel[] {
  const members = saved.list(1000).map((member) => ({
    weight: member.get('weight').number(0, 1),
    model: loadFittedModel(member.get('part'), featureCount, outputs),
  }));
  return members.length > 0 ? members : saved.fail('at least one model');
}
