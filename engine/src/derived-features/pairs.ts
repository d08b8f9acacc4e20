import type { Candidate } from '../learners/contract.ts';
import type { SavedValue } from '../model-file/reader.ts';
import type { Labels } from '../target/labels.ts';
import { choosePairs, outputsOf } from './choose-pairs.ts';
import { type Derivation, type FittedDerivation, withDerived } from './derived.ts';
import { cellCount, cellOf } from './pair-codes.ts';
import { fitStatistics, type PairStatistics, statisticsColumns } from './pair-statistics.ts';

/** Wraps a candidate so that it also sees target means of category pairs; each fit chooses pairs by its own rows. */
export function withPairs(candidate: Candidate): Candidate {
  return withDerived(candidate, 'pairs of categories', ({ encoded, labels, train, seed }): FittedDerivation => {
    const { features, columns } = encoded;
    const pairs = choosePairs(encoded, labels, train, seed);
    const statistics = pairs.map((pair) => fitStatistics(pair, columns, labels, train));
    const names = pairs.map(({ first, second }) => `${features[first].name} x ${features[second].name}`);
    return {
      derivation: deriveFrom(statistics, outputsOf(labels)),
      features: names.flatMap((name) => nameOutputs(name, labels)),
      columns: statistics.flatMap((one) => statisticsColumns(one, columns, labels, train, seed)),
      told: { pairs: names },
    };
  });
}

function nameOutputs(name: string, labels: Labels) {
  return Array.from({ length: outputsOf(labels) }, (_, output) => ({
    name: `${name} (mean ${output + 1} of the target)`,
    categories: 0,
  }));
}

/** Approximate microseconds to look up a pair. */
const microsecondsPerPair = 0.03;

function deriveFrom(statistics: readonly PairStatistics[], outputs: number): Derivation {
  return {
    width: statistics.length * outputs,
    cost: microsecondsPerPair * statistics.length,
    write(encoded, out, start) {
      for (const [place, { pair, means }] of statistics.entries()) {
        const cell = cellOf(pair, encoded[pair.first], encoded[pair.second]) * outputs;
        for (let output = 0; output < outputs; output++) out[start + place * outputs + output] = means[cell + output];
      }
    },
    save: (tensors) => ({
      kind: 'pairs',
      pairs: statistics.map(({ pair, means }) => ({ ...pair, means: tensors.add(means) })),
    }),
  };
}

/** Loads the pairs for rows of `featureCount` features. */
export function loadPairs(saved: SavedValue, featureCount: number, outputs: number): Derivation {
  const each = outputs > 2 ? outputs : 1;
  const statistics = saved
    .get('pairs')
    .list(100)
    .map((one) => {
      const feature = (key: string) => one.get(key).integer(0, featureCount - 1);
      const codes = (key: string) => one.get(key).integer(1, 10_000);
      const pair = {
        first: feature('first'),
        second: feature('second'),
        firstCodes: codes('firstCodes'),
        secondCodes: codes('secondCodes'),
      };
      return { pair, means: one.get('means').doubles(cellCount(pair) * each) };
    });
  return deriveFrom(statistics, each);
}
