import type { Feature } from '../encoding/feature.ts';
import type { Encoded } from '../encoding/frame.ts';
import type { Candidate, Part, Sample, Settled } from '../learners/contract.ts';
import type { SavedValue } from '../model-file/reader.ts';
import type { TensorWriter } from '../model-file/tensors.ts';

/** Features made of several features of an encoded row. */
export interface Derivation {
  /** How many features it adds. */
  width: number;
  /** Writes them for one encoded row from `start` on. */
  write(encoded: Float64Array, out: Float64Array, start: number): void;
  /** Microseconds that it takes a row, about. */
  cost: number;
  save(tensors: TensorWriter): Record<string, unknown>;
}

/** A derivation with what it makes of the rows of a table. */
export interface FittedDerivation {
  derivation: Derivation;
  features: readonly Omit<Feature, 'input'>[];
  columns: readonly Float64Array[];
  /** In the words of the plan that users read. */
  told: Record<string, unknown>;
}

/** Fits a derivation on the training rows of a sample. */
export type Derive = (sample: Sample) => FittedDerivation;

/** The candidate with derived features beside the columns; each fit derives its own from its own rows. */
export function withDerived(candidate: Candidate, label: string, derive: Derive): Candidate {
  return {
    name: `${candidate.name}, ${label}`,
    start() {
      const run = candidate.start();
      const fitted: FittedDerivation[] = [];
      let featureCount = 0;
      return {
        async add(sample) {
          const one = derive(sample);
          fitted.push(one);
          featureCount = sample.encoded.features.length;
          await run.add({ ...sample, encoded: widen(sample.encoded, one) });
        },
        settle: () => settleDerived(run.settle(), fitted, featureCount, derive),
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
  settled: Settled,
  fitted: readonly FittedDerivation[],
  featureCount: number,
  derive: Derive,
): Settled {
  const parts = settled.parts.map((part, split) => derivedPart(part, fitted[split].derivation, featureCount));
  // Each split derives its own features, so its part answers by itself.
  const bag = settled.bag && (() => parts);
  return {
    ...settled,
    parts,
    bag,
    settings: { ...settled.settings, ...fitted[0].told },
    cost: settled.cost + fitted[0].derivation.cost * (bag ? parts.length : 1),
    async refit(sample) {
      const one = derive(sample);
      return derivedPart(
        await settled.refit({ ...sample, encoded: widen(sample.encoded, one) }),
        one.derivation,
        featureCount,
      );
    },
  };
}

/** Widens rows of `featureCount` features for the part within. */
export function derivedPart(part: Part, derivation: Derivation, featureCount: number): Part {
  const width = featureCount + derivation.width;
  return {
    score(rows, count, out) {
      const widened = new Float64Array(count * width);
      for (let row = 0; row < count; row++) {
        const encoded = rows.subarray(row * featureCount, (row + 1) * featureCount);
        widened.set(encoded, row * width);
        derivation.write(encoded, widened, row * width + featureCount);
      }
      part.score(widened, count, out);
    },
    save: (tensors) => ({ kind: 'derived', derivation: derivation.save(tensors), part: part.save(tensors) }),
  };
}

/** Reads one kind of derivation of rows of `featureCount` features, for so many outputs. */
export type LoadDerivation = (saved: SavedValue, featureCount: number, outputs: number) => Derivation;
