import type { Encoded } from '../../encoding/frame.ts';
import { type Candidate, type CvResult, type FittedModel, outputCount, type Split } from '../contract.ts';
import { fittedEffects } from './fitted-effects.ts';
import { type EffectsModel, modelEffects, planEffects, truthsOf } from './model-effects.ts';

interface Trial {
  split: Split;
  model: FittedModel;
  terms: readonly string[];
  predictions: Float64Array;
}

/** A sum of shrunken effects of categories, of intervals of numbers, and of combinations that were found. */
export function effectsCandidate(name: string): Candidate {
  return {
    name,
    start() {
      const trials: Trial[] = [];
      return {
        async add(split) {
          const models = effectsOf(split);
          const model = fittedEffects(models, split.encoded.columns.length, outputCount(split.labels));
          trials.push({ split, model, terms: nameTerms(models[0], split.encoded), predictions: predict(model, split) });
          await split.pause();
        },
        result: () => settle(trials),
      };
    },
  };
}

function settle(trials: readonly Trial[]): CvResult {
  const [{ terms }] = trials;
  const models = trials.map(({ model }) => model);
  return {
    predictions: trials.map(({ predictions }) => predictions),
    models,
    settings: { terms },
    refit: async (again) => fittedEffects(effectsOf(again), again.encoded.columns.length, outputCount(again.labels)),
  };
}

/** Returns the terms of a model by the features that each combines. */
function nameTerms({ views, terms }: EffectsModel, { features }: Encoded): string[] {
  return terms.map((term) => term.views.map((view) => features[views[view].slot].name).join(' x '));
}

/** Splits without encoders of their own share their encoded rows, so what was fitted is known by training rows, too. */
const modelsOf = new WeakMap<Int32Array, WeakMap<Encoded, readonly EffectsModel[]>>();

/** Returns the effects fitted on the training rows of a split, computed once for all candidates that use them. */
export function effectsOf(split: Split): readonly EffectsModel[] {
  const { encoded, labels, train } = split;
  const ofRows = modelsOf.get(train) ?? new WeakMap();
  modelsOf.set(train, ofRows);
  const known = ofRows.get(encoded);
  if (known) return known;
  const plan = planEffects(split);
  const models = truthsOf(labels).map((truth) => modelEffects(plan, encoded, truth, labels.classCount > 0, train));
  ofRows.set(encoded, models);
  return models;
}

function predict(model: FittedModel, { encoded: { columns }, labels, validation }: Split): Float64Array {
  const rows = new Float64Array(validation.length * columns.length);
  for (const [slot, column] of columns.entries())
    for (let place = 0; place < validation.length; place++)
      rows[place * columns.length + slot] = column[validation[place]];
  const out = new Float64Array(validation.length * outputCount(labels));
  model.score(rows, validation.length, out);
  return out;
}
