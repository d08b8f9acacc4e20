import type { Encoded } from '../encoding/frame.ts';
import type { SavedValue } from '../file/reader.ts';
import type { Candidate, Part, Sample, Settled } from '../selection/candidate.ts';
import { choosePairs } from './choose.ts';
import { cellCount, cellOf } from './codes.ts';
import { fitStatistics, type PairStatistics, statisticsColumns } from './statistics.ts';

/** The candidate with target statistics of pairs of categories beside the columns, the pairs chosen by each fit's own rows. */
export function withPairs(candidate: Candidate): Candidate {
  return {
    name: `${candidate.name}, pairs of categories`,
    start() {
      const run = candidate.start();
      const fitted: Paired[] = [];
      return {
        async add(sample) {
          const paired = pairUp(sample);
          fitted.push(paired);
          await run.add(paired.sample);
        },
        settle: () => settlePaired(run.settle(), fitted),
      };
    },
  };
}

interface Paired {
  sample: Sample;
  statistics: PairStatistics[];
}

/** Looking a pair up. */
const microsecondsPerPair = 0.03;

function pairUp(sample: Sample): Paired {
  const { encoded, labels, train, seed } = sample;
  const pairs = choosePairs(encoded, labels, train, seed);
  const statistics = pairs.map((pair) => fitStatistics(pair, encoded.columns, labels, train));
  const added = statistics.map((one) => statisticsColumns(one, encoded.columns, labels, train, seed));
  return { sample: { ...sample, encoded: widen(encoded, added) }, statistics };
}

function widen({ features, columns, encoders }: Encoded, added: readonly Float64Array[][]): Encoded {
  const names = added.flatMap((set, pair) => set.map((_, output) => `pair ${pair} (mean ${output + 1} of the target)`));
  return {
    features: [...features, ...names.map((name) => ({ name, input: -1, categories: 0 }))],
    columns: [...columns, ...added.flat()],
    encoders,
  };
}

function settlePaired(settled: Settled, fitted: readonly Paired[]): Settled {
  const parts = settled.parts.map((part, split) => pairedPart(part, fitted[split].statistics, widthOf(fitted[split])));
  // Each split has pairs of its own, so its part answers by itself.
  const looksUp = settled.bag ? parts.length : 1;
  return {
    ...settled,
    parts,
    ...(settled.bag && { bag: () => parts }),
    settings: { ...settled.settings, pairs: fitted[0].statistics.map((one) => namesOf(one, fitted[0].sample.encoded)) },
    cost: settled.cost + microsecondsPerPair * fitted[0].statistics.length * looksUp,
    async refit(sample) {
      const paired = pairUp(sample);
      return pairedPart(await settled.refit(paired.sample), paired.statistics, sample.encoded.features.length);
    },
  };
}

/** Features of a row without those of pairs. */
function widthOf({ sample, statistics }: Paired): number {
  return sample.encoded.features.length - countColumns(statistics);
}

function countColumns(statistics: readonly PairStatistics[]): number {
  return statistics.reduce((sum, { pair, means }) => sum + means.length / cellCount(pair), 0);
}

function namesOf({ pair }: PairStatistics, { features }: Encoded): string {
  return `${features[pair.first].name} x ${features[pair.second].name}`;
}

/** Widens rows of `featureCount` features by what the pairs say, for the part within. */
function pairedPart(part: Part, statistics: readonly PairStatistics[], featureCount: number): Part {
  const width = featureCount + countColumns(statistics);
  return {
    score(rows, count, out) {
      const widened = new Float64Array(count * width);
      for (let row = 0; row < count; row++) {
        const encoded = rows.subarray(row * featureCount, (row + 1) * featureCount);
        widened.set(encoded, row * width);
        writePairs(statistics, encoded, widened, row * width + featureCount);
      }
      part.score(widened, count, out);
    },
    save: (tensors) => ({
      kind: 'paired',
      pairs: statistics.map(({ pair, means }) => ({ ...pair, means: tensors.add(means) })),
      part: part.save(tensors),
    }),
  };
}

function writePairs(
  statistics: readonly PairStatistics[],
  encoded: Float64Array,
  out: Float64Array,
  start: number,
): void {
  let at = start;
  for (const { pair, means } of statistics) {
    const outputs = means.length / cellCount(pair);
    const cell = cellOf(pair, encoded[pair.first], encoded[pair.second]) * outputs;
    for (let output = 0; output < outputs; output++) out[at + output] = means[cell + output];
    at += outputs;
  }
}

/** Reads a part that pairs widen rows for; `load` reads the part within, given how many features it sees. */
export function loadPaired(
  saved: SavedValue,
  featureCount: number,
  outputs: number,
  load: (inner: SavedValue, featureCount: number) => Part,
): Part {
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
  return pairedPart(load(saved.get('part'), featureCount + countColumns(statistics)), statistics, featureCount);
}
