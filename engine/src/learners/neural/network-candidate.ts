import { totalLoss } from '../../metrics/loss.ts';
import { type Candidate, outputCount, type Part, type Run, type Sample, type Settled } from '../contract.ts';
import { type Design, fillRows, planDesign } from '../design.ts';
import { fitNetwork, type NetworkSettings } from './fit-network.ts';
import { networkPart } from './fitted-network.ts';
import type { Shape } from './network.ts';

/** Few bends of numbers, so that steep ones need not be learned from scratch. */
const designOptions = { knots: 3, maxColumns: 300 };
const hiddenUnits = { first: 32, second: 16 };
/** Networks of a fit on all rows, which has no other splits to share the work with. */
const refitCommittee = 3;
/** One product and sum in the kernel, the row's reading shared out. */
const microsecondsPerWeight = 0.001;
/** What all networks may take to answer a row. */
const mostMicroseconds = 15;

/** What the networks of a run have in common, so that they can answer together. */
interface Plan {
  design: Design;
  shape: Shape;
  mean: number;
  spread: number;
}

/** A split's networks: for each member the parameters at the end of each cycle. */
interface Trial {
  sample: Sample;
  members: readonly Float64Array[][];
  /** Held rows x outputs, one a cycle. */
  held: Float64Array[];
}

/** A small multilayer perceptron on standardised numbers and one-of-many categories, trained for as many cycles as pay. */
export function networkCandidate(name: string, settings: CommitteeSettings): Candidate {
  return { name, start: () => createRun(settings) };
}

interface CommitteeSettings extends NetworkSettings {
  /** Networks a split: they differ by where they start, and the mean of a few is steadier than any. */
  committee: number;
  /** Draws outliers of numbers in. Default false. */
  isSoft?: boolean;
}

function createRun(settings: CommitteeSettings): Run {
  const trials: Trial[] = [];
  let plan: Plan | undefined;
  return {
    async add(sample) {
      plan ??= planNetworks(sample, settings);
      const members = await fitMembers(plan, sample, settings);
      const held = settings.cycles.map((_, cycle) => predictHeld(partAt(plan!, members, cycle, sample), sample));
      trials.push({ sample, members, held });
    },
    settle: () => settle(plan!, trials, settings),
  };
}

function settle(plan: Plan, trials: readonly Trial[], settings: CommitteeSettings): Settled {
  const cycle = bestCycle(trials, settings.cycles.length);
  const [{ sample: first }] = trials;
  const cycles = settings.cycles.slice(0, cycle + 1);
  const bagged = bagOf(plan, trials, settings);
  return {
    held: trials.map(({ held }) => held[cycle]),
    parts: trials.map(({ sample, members }) => partAt(plan, members, cycle, sample)),
    settings: { ...settings, ...hiddenUnits, cycles },
    cost: microsecondsOf(plan) * bagged.length,
    bag: () => [partAt(plan, bagged, cycle, first)],
    async refit(sample) {
      const anew = planNetworks(sample, settings);
      const members = await fitMembers(anew, sample, { ...settings, cycles, committee: refitCommittee });
      return partAt(anew, members, cycle, sample);
    },
  };
}

/** The first member of each split, then the second of each, as many as can answer in time. */
function bagOf(plan: Plan, trials: readonly Trial[], { committee }: CommitteeSettings): Float64Array[][] {
  const most = Math.max(1, Math.floor(mostMicroseconds / microsecondsOf(plan)));
  const places = Array.from({ length: committee }, (_, place) => place);
  return places.flatMap((place) => trials.flatMap(({ members }) => members.slice(place, place + 1))).slice(0, most);
}

function microsecondsOf({ design, shape: { first, second } }: Plan): number {
  return microsecondsPerWeight * (design.width * first + first * second);
}

/** The cycle whose results lose least on the held rows of all splits. */
function bestCycle(trials: readonly Trial[], cycles: number): number {
  const losses = Array.from({ length: cycles }, (_, cycle) =>
    trials.reduce((sum, { sample, held }) => sum + totalLoss(sample.labels, sample.held, held[cycle]), 0),
  );
  return losses.indexOf(Math.min(...losses));
}

/** Lays out the inputs by all rows of the sample, held ones too: nothing of their target is in it. */
function planNetworks({ encoded, labels, train, held }: Sample, { isSoft = false }: CommitteeSettings): Plan {
  const rows = Int32Array.from([...train, ...held]).sort();
  const design = planDesign(encoded.features, encoded.columns, rows, { ...designOptions, isSoft });
  const shape = { inputs: Math.max(design.columnCount, 1), ...hiddenUnits, outputs: outputCount(labels) };
  if (labels.classCount > 0) return { design, shape, mean: 0, spread: 1 };
  return { design, shape, ...scaleOf(Float64Array.from(train, (row) => labels.values[row])) };
}

async function fitMembers(
  { design, shape, mean, spread }: Plan,
  sample: Sample,
  settings: CommitteeSettings,
): Promise<Float64Array[][]> {
  const { encoded, labels, train, seed, deadline } = sample;
  const rows = fillRows(design, encoded.columns, train);
  const scaled = Float64Array.from(train, (row) => (labels.values[row] - mean) / spread);
  const members: Float64Array[][] = [];
  while (members.length < settings.committee && (members.length === 0 || performance.now() < deadline)) {
    const circumstances = { ...sample, seed: seed + seedStep * members.length };
    members.push(await fitNetwork(shape, rows, scaled, settings, circumstances));
  }
  return members;
}

/** Between the seeds of a committee. */
const seedStep = 1_000_003;

function scaleOf(values: Float64Array): { mean: number; spread: number } {
  const mean = values.reduce((sum, value) => sum + value / values.length, 0);
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2 / values.length, 0);
  return { mean, spread: Math.sqrt(squares) || 1 };
}

/** The networks as they stood after a cycle, or after the last that they had time for. */
function partAt(
  { design, shape, mean, spread }: Plan,
  members: readonly Float64Array[][],
  cycle: number,
  { encoded }: Sample,
): Part {
  const parameters = members.map((results) => results[Math.min(cycle, results.length - 1)]);
  return networkPart({ design, shape, members: parameters, mean, spread }, encoded.features.length);
}

function predictHeld(part: Part, { encoded, labels, held }: Sample): Float64Array {
  const { columns } = encoded;
  const width = columns.length;
  const matrix = new Float64Array(held.length * width);
  for (const [feature, column] of columns.entries())
    for (let row = 0; row < held.length; row++) matrix[row * width + feature] = column[held[row]];
  const out = new Float64Array(held.length * outputCount(labels));
  part.score(matrix, held.length, out);
  return out;
}
