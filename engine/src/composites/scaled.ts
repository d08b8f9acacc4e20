import type { Candidate, Part, Sample, Settled } from '../learners/contract.ts';
import type { SavedValue } from '../model-file/reader.ts';
import type { Labels } from '../target/labels.ts';
import { fromScale, type TargetScale, toScale } from '../target/scale.ts';

/**
 * The candidate on another scale of the target. What comes back is multiplied by one factor, so that its mean is right: the
 * way back from the mean of logarithms leads to a middle value, not to the mean (smearing, Duan 1983).
 */
export function onScale(candidate: Candidate, scale: TargetScale): Candidate {
  const name = `${candidate.name}, ${scale.kind === 'logarithm' ? 'logarithms' : 'tails drawn in'}`;
  return {
    name,
    start() {
      const run = candidate.start();
      const samples: Sample[] = [];
      return {
        async add(sample) {
          samples.push(sample);
          await run.add(scaleSample(sample, scale));
        },
        settle: () => settleScaled(run.settle(), samples, scale),
      };
    },
  };
}

function scaleSample(sample: Sample, scale: TargetScale): Sample {
  const { labels } = sample;
  return {
    ...sample,
    labels: { ...labels, values: labels.values.map((value) => toScale(scale, value)), loss: 'squared' },
  };
}

function settleScaled(settled: Settled, samples: readonly Sample[], scale: TargetScale): Settled {
  const { bag } = settled;
  const held = settled.held.map((values) => values.map((value) => fromScale(scale, value)));
  const factor = findFactor(held, samples);
  return {
    ...settled,
    held: held.map((values) => values.map((value) => factor * value)),
    parts: settled.parts.map((part) => scaledPart(part, scale, factor)),
    settings: { ...settled.settings, scale: scale.kind },
    ...(bag && { bag: () => bag().map((part) => scaledPart(part, scale, factor)) }),
    refit: async (sample) => scaledPart(await settled.refit(scaleSample(sample, scale)), scale, factor),
  };
}

/** The sum of the truths by the sum of what was said of them; 1 where medians are wanted, or tails lie on both sides. */
function findFactor(held: readonly Float64Array[], samples: readonly Sample[]): number {
  let [truths, said] = [0, 0];
  let isWanted = true;
  for (const [split, { labels, held: rows }] of samples.entries()) {
    isWanted &&= meansAreWanted(labels);
    for (const [index, row] of rows.entries()) {
      truths += labels.values[row];
      said += held[split][index];
    }
  }
  const factor = truths / said;
  return isWanted && factor > 0.5 && factor < 2 ? factor : 1;
}

function meansAreWanted({ values, loss }: Labels): boolean {
  return loss === 'squared' && values.every((value) => value >= 0);
}

function scaledPart(part: Part, scale: TargetScale, factor: number): Part {
  return {
    score(rows, count, out) {
      part.score(rows, count, out);
      for (let row = 0; row < count; row++) out[row] = factor * fromScale(scale, out[row]);
    },
    save: (tensors) => ({ kind: 'scaled', scale, factor, part: part.save(tensors) }),
  };
}

/** Reads a part on a scale; `load` reads the part within. */
export function loadScaled(saved: SavedValue, outputs: number, load: (inner: SavedValue) => Part): Part {
  if (outputs !== 1) saved.fail('a part of one output');
  const scale = saved.get('scale');
  return scaledPart(
    load(saved.get('part')),
    {
      kind: scale.get('kind').oneOf(['logarithm', 'tails']),
      centre: scale.get('centre').number(),
      unit: scale.get('unit').number(Number.MIN_VALUE),
      low: scale.get('low').number(-700, 700),
      high: scale.get('high').number(-700, 700),
    },
    saved.get('factor').number(0, 1e6),
  );
}
