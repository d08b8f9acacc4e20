import { type Candidate, type CvResult, type FittedModel, outputCount, type Split } from '../learners/contract.ts';
import { totalLoss } from '../metrics/loss.ts';
import type { SavedValue } from '../model-file/reader.ts';

/** Shares of classes are mixed with the shares of all rows, and raised to a power. */
interface Temper {
  /** Share of each class over the training rows of the first split. */
  prior: Float64Array;
  /** Weight of the prior. */
  mix: number;
  /** Above 1 differences grow, below they shrink. */
  power: number;
}

const mixes = [0.003, 0.02, 0.06, 0.15];
const powers = [0.6, 0.8, 1, 1.25, 1.6, 2, 2.6];

/**
 * Wraps a candidate that counts votes for classes: few deep trees say 0 too often, and many shrunken ones never come
 * near. How far the shares are mixed and sharpened is the best for the validation rows of all splits together.
 */
export function tempered(candidate: Candidate): Candidate {
  return {
    name: candidate.name,
    start() {
      const run = candidate.start();
      const splits: Split[] = [];
      return {
        async add(split) {
          splits.push(split);
          await run.add(split);
        },
        result: () => settle(run.result(), splits),
      };
    },
  };
}

function settle(result: CvResult, splits: readonly Split[]): CvResult {
  const [{ labels }] = splits;
  if (labels.classCount === 0) return result;
  const prior = priorOf(splits[0]);
  const lossOf = (temper: Temper) =>
    splits.reduce(
      (sum, { validation }, place) => sum + totalLoss(labels, validation, apply(result.predictions[place], temper)),
      0,
    );
  const tried = mixes.flatMap((mix) => powers.map((power): Temper => ({ prior, mix, power })));
  const losses = tried.map(lossOf);
  const temper = tried[losses.indexOf(Math.min(...losses))];
  const { bag } = result;
  return {
    ...result,
    predictions: result.predictions.map((shares) => apply(shares, temper)),
    models: result.models.map((model) => fittedTempered(model, temper)),
    settings: { ...result.settings, mix: temper.mix, power: temper.power },
    ...(bag && { bag: () => bag().map((model) => fittedTempered(model, temper)) }),
    refit: async (split) => fittedTempered(await result.refit(split), temper),
  };
}

function priorOf({ labels, train }: Split): Float64Array {
  const prior = new Float64Array(outputCount(labels)).fill(1 / (train.length + labels.classCount));
  for (const row of train) prior[labels.values[row]] += 1 / (train.length + labels.classCount);
  return prior;
}

function apply(shares: Float64Array, temper: Temper): Float64Array {
  const tempered = shares.slice();
  applyTo(tempered, shares.length, temper);
  return tempered;
}

function applyTo(shares: Float64Array, length: number, { prior, mix, power }: Temper): void {
  const outputs = prior.length;
  for (let start = 0; start < length; start += outputs) {
    let sum = 0;
    for (let output = 0; output < outputs; output++) {
      const mixed = (1 - mix) * shares[start + output] + mix * prior[output];
      shares[start + output] = power === 1 ? mixed : mixed ** power;
      sum += shares[start + output];
    }
    for (let output = 0; output < outputs; output++) shares[start + output] /= sum;
  }
}

function fittedTempered(model: FittedModel, temper: Temper): FittedModel {
  return {
    get cost() {
      return model.cost + 20 * temper.prior.length;
    },
    score(rows, count, out) {
      model.score(rows, count, out);
      applyTo(out, count * temper.prior.length, temper);
    },
    save: (tensors) => ({
      kind: 'tempered',
      prior: [...temper.prior],
      mix: temper.mix,
      power: temper.power,
      part: model.save(tensors),
    }),
  };
}

/** Loads tempered shares; `load` loads the model within. */
export function loadTempered(
  saved: SavedValue,
  outputs: number,
  load: (inner: SavedValue) => FittedModel,
): FittedModel {
  const prior = Float64Array.from(saved.get('prior').list(1000), (share) => share.number(1e-9, 1));
  if (prior.length !== outputs) saved.fail('one share for each class');
  const temper = { prior, mix: saved.get('mix').number(1e-6, 1), power: saved.get('power').number(0.1, 10) };
  return fittedTempered(load(saved.get('part')), temper);
}
