import type { Encoded } from '../encoding/frame.ts';
import type { Candidate, Split } from '../learners/contract.ts';
import { effectsOf } from '../learners/effects/effects-candidate.ts';
import { loadModel, nanosecondsPerTerm, saveModel } from '../learners/effects/fitted-effects.ts';
import { type EffectsModel, modelEffects, truthsOf } from '../learners/effects/model-effects.ts';
import { compileEffects } from '../learners/effects/score-effects.ts';
import type { SavedValue } from '../model-file/reader.ts';
import { createRandom, rowNumbers } from '../random.ts';
import { type Derivation, type FittedDerivation, withDerived } from './derived.ts';

const innerFolds = 5;

/** Wraps a candidate so that it also sees sums of effects, and the effects of combinations. */
export function withEffects(candidate: Candidate): Candidate {
  return withDerived(candidate, 'effects', (split): FittedDerivation => {
    const models = effectsOf(split);
    const known = derivedOf.get(models) ?? derive(split, models);
    derivedOf.set(models, known);
    return known;
  });
}

/** Fitted once for the effects of a split. */
const derivedOf = new WeakMap<readonly EffectsModel[], FittedDerivation>();

function derive(split: Split, models: readonly EffectsModel[]): FittedDerivation {
  const { encoded, labels, train } = split;
  const derivation = deriveFrom(models);
  const columns = Array.from({ length: derivation.width }, () => new Float64Array(labels.values.length));
  const trained = new Set(train);
  const others = rowNumbers(labels.values.length).filter((row) => !trained.has(row));
  writeColumns(derivation, encoded, others, columns);
  writeTraining(split, models, columns);
  return {
    derivation,
    features: columns.map((_, place) => ({ name: `effects ${place + 1}`, categories: 0 })),
    columns,
    told: { effects: models[0].terms.length },
  };
}

/** A training row gets effects that were fitted on other rows, because its own truth would leak into its features. */
function writeTraining(
  { encoded, labels, train, seed }: Split,
  models: readonly EffectsModel[],
  columns: Float64Array[],
) {
  const random = createRandom(seed + 32_452_843);
  const foldOf = Uint8Array.from(train, () => Math.floor(random() * innerFolds));
  const [{ views, terms }] = models;
  const plan = { views, sets: terms.map((term) => term.views) };
  for (let fold = 0; fold < innerFolds; fold++) {
    const others = train.filter((_, place) => foldOf[place] !== fold);
    const own = train.filter((_, place) => foldOf[place] === fold);
    const fitted = truthsOf(labels).map((truth) => modelEffects(plan, encoded, truth, labels.classCount > 0, others));
    writeColumns(deriveFrom(fitted), encoded, own, columns);
  }
}

function writeColumns({ write, width }: Derivation, { columns }: Encoded, rows: Int32Array, into: Float64Array[]) {
  const cells = new Float64Array(columns.length);
  const out = new Float64Array(width);
  for (const row of rows) {
    for (let slot = 0; slot < cells.length; slot++) cells[slot] = columns[slot][row];
    write(cells, out, 0);
    for (let place = 0; place < width; place++) into[place][row] = out[place];
  }
}

/** The sum of each output, then the effects of the terms where there is one output. */
function deriveFrom(models: readonly EffectsModel[]): Derivation {
  const scratch = new Float64Array(models[0].terms.length);
  const scorers = models.map(compileEffects);
  const width = models.length + (models.length === 1 ? models[0].terms.length : 0);
  return {
    width,
    cost: (nanosecondsPerTerm * models[0].terms.length * models.length) / 1000,
    write(encoded, out, start) {
      for (let output = 0; output < models.length; output++)
        out[start + output] = scorers[output].scoreRow(encoded, 0, scratch);
      if (models.length === 1) out.set(scratch, start + 1);
    },
    save: (tensors) => ({ kind: 'effects', models: models.map((model) => saveModel(model, tensors)) }),
  };
}

/** Loads the effects for rows of `featureCount` features. */
export function loadDerivedEffects(saved: SavedValue, featureCount: number): Derivation {
  const models = saved.get('models').list(1000);
  if (models.length === 0) saved.fail('at least one sum of effects');
  return deriveFrom(models.map((model) => loadModel(model, featureCount)));
}
