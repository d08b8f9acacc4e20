import type { Feature } from '../encoding/feature.ts';
import type { Encoded } from '../encoding/frame.ts';
import type { Candidate, CvResult, FittedModel, Split } from '../learners/contract.ts';
import type { SavedValue } from '../model-file/reader.ts';
import type { TensorWriter } from '../model-file/tensors.ts';

/** Features made of several features of an encoded row. */
export interface Derivation {
  /** Number of added features. */
  width: number;
  /** Writes the features of one encoded row from `start` on. */
  write(encoded: Float64Array, out: Float64Array, start: number): void;
  /** Approximate microseconds for one row. */
  cost: number;
  save(tensors: TensorWriter): Record<string, unknown>;
}

/** A derivation with its features for all rows of a table. */
export interface FittedDerivation {
  derivation: Derivation;
  features: readonly Omit<Feature, 'input'>[];
  columns: readonly Float64Array[];
  /** Shown to users in the plan. */
  told: Record<string, unknown>;
}

/** Fits a derivation on the training rows of a split. */
export type Derive = (split: Split) => FittedDerivation;

/** Wraps a candidate so that it also sees derived features; each fit derives its own from its own rows. */
export function withDerived(candidate: Candidate, label: string, derive: Derive): Candidate {
  return {
    name: `${candidate.name}, ${label}`,
    start() {
      const run = candidate.start();
      const fitted: FittedDerivation[] = [];
      let featureCount = 0;
      return {
        async add(split) {
          const one = derive(split);
          fitted.push(one);
          featureCount = split.encoded.features.length;
          await run.add({ ...split, encoded: widen(split.encoded, one) });
        },
        result: () => settleDerived(run.result(), fitted, featureCount, derive),
      };
    },
  };
}

function widen({ features, columns, encoders }: Encoded, fitted: FittedDerivation): Encoded {
  return {
    features: [...features, ...fitted.features.map((feature) => ({ ...feature, input: -1 }))],
    columns: [...columns, ...fitted.columns],
    encoders,
  };
}

function settleDerived(
  result: CvResult,
  fitted: readonly FittedDerivation[],
  featureCount: number,
  derive: Derive,
): CvResult {
  const models = result.models.map((model, splitIndex) =>
    fittedOnDerived(model, fitted[splitIndex].derivation, featureCount),
  );
  // Each split derives its own features, so its model predicts by itself.
  const bag = result.bag && (() => models);
  return {
    ...result,
    models,
    bag,
    settings: { ...result.settings, ...fitted[0].told },
    async refit(split) {
      const one = derive(split);
      return fittedOnDerived(
        await result.refit({ ...split, encoded: widen(split.encoded, one) }),
        one.derivation,
        featureCount,
      );
    },
  };
}

/** Adds derived features to rows of `featureCount` features for the model within. */
export function fittedOnDerived(model: FittedModel, derivation: Derivation, featureCount: number): FittedModel {
  const width = featureCount + derivation.width;
  return {
    cost: model.cost + width + 1000 * derivation.cost,
    score(rows, count, out) {
      const widened = new Float64Array(count * width);
      for (let row = 0; row < count; row++) {
        const encoded = rows.subarray(row * featureCount, (row + 1) * featureCount);
        widened.set(encoded, row * width);
        derivation.write(encoded, widened, row * width + featureCount);
      }
      model.score(widened, count, out);
    },
    save: (tensors) => ({ kind: 'derived', derivation: derivation.save(tensors), part: model.save(tensors) }),
  };
}

/** Loads one kind of derivation for rows of `featureCount` features and the given number of outputs. */
export type LoadDerivation = (saved: SavedValue, featureCount: number, outputs: number) => Derivation;
