import { totalLoss } from '../../metrics/loss.ts';
import {
  type Candidate,
  type CandidateRun,
  type CvResult,
  type FittedModel,
  outputCount,
  type Split,
} from '../contract.ts';
import { type Design, fillRows, planDesign } from '../design.ts';
import { fitNetwork, type NetworkSettings } from './fit-network.ts';
import { fittedNetwork } from './fitted-network.ts';
import type { Shape } from './network.ts';

/** A few knots for numbers, so that steep curves need not be learned from scratch. */
const designOptions = { knots: 3, maxColumns: 300 };
const hiddenUnits = { first: 32, second: 16 };
/** Number of networks in a fit on all rows, which has no other splits to share the work with. */
const refitCommittee = 3;
/** Approximate microseconds for one multiplication and addition in the kernel. */
const microsecondsPerWeight = 0.001;
/** Most microseconds for all networks to answer a row. */
const mostMicroseconds = 15;

/** Common layout of the networks of a run, so that they can predict together. */
interface Plan {
  design: Design;
  shape: Shape;
  mean: number;
  spread: number;
}

/** The networks of a split: for each member the parameters at the end of each cycle. */
interface Trial {
  split: Split;
  members: readonly Float64Array[][];
  /** Predictions for the validation rows (rows x outputs), one array for each cycle. */
  predictions: Float64Array[];
}

/**
 * Returns a small multilayer perceptron on standardised numbers and one-hot categories; the number of cycles is the
 * best for the validation rows.
 */
export function networkCandidate(name: string, settings: CommitteeSettings): Candidate {
  return { name, start: () => createRun(settings) };
}

interface CommitteeSettings extends NetworkSettings {
  /** Number of networks in each split; they differ by their initial weights, and their mean is more stable. */
  committee: number;
  /** Compresses outliers of numbers. */
  isSoft?: boolean;
}

function createRun(settings: CommitteeSettings): CandidateRun {
  const trials: Trial[] = [];
  let plan: Plan | undefined;
  return {
    async add(split) {
      plan ??= planNetworks(split, settings);
      const members = await fitMembers(plan, split, settings);
      const predictions = settings.cycles.map((_, cycle) =>
        predictValidation(fittedAt(plan!, members, cycle, split), split),
      );
      trials.push({ split, members, predictions });
    },
    result: () => settle(plan!, trials, settings),
  };
}

function settle(plan: Plan, trials: readonly Trial[], settings: CommitteeSettings): CvResult {
  const cycle = bestCycle(trials, settings.cycles.length);
  const [{ split: first }] = trials;
  const cycles = settings.cycles.slice(0, cycle + 1);
  const bagged = bagOf(plan, trials, settings);
  return {
    predictions: trials.map(({ predictions }) => predictions[cycle]),
    models: trials.map(({ split, members }) => fittedAt(plan, members, cycle, split)),
    settings: { ...settings, ...hiddenUnits, cycles },
    bag: () => [fittedAt(plan, bagged, cycle, first)],
    async refit(split) {
      const anew = planNetworks(split, settings);
      const members = await fitMembers(anew, split, { ...settings, cycles, committee: refitCommittee });
      return fittedAt(anew, members, cycle, split);
    },
  };
}

/** Takes the first member of each split, then the second, as many as can answer in time. */
function bagOf(plan: Plan, trials: readonly Trial[], { committee }: CommitteeSettings): Float64Array[][] {
  const most = Math.max(1, Math.floor(mostMicroseconds / microsecondsOf(plan)));
  const places = Array.from({ length: committee }, (_, place) => place);
  return places.flatMap((place) => trials.flatMap(({ members }) => members.slice(place, place + 1))).slice(0, most);
}

function microsecondsOf({ design, shape: { first, second } }: Plan): number {
  return microsecondsPerWeight * (design.width * first + first * second);
}

/** Returns the cycle with the lowest loss on the validation rows of all splits. */
function bestCycle(trials: readonly Trial[], cycles: number): number {
  const losses = Array.from({ length: cycles }, (_, cycle) =>
    trials.reduce(
      (sum, { split, predictions }) => sum + totalLoss(split.labels, split.validation, predictions[cycle]),
      0,
    ),
  );
  return losses.indexOf(Math.min(...losses));
}

/** Plans the inputs by all rows of the split, including validation rows: their targets are not used. */
function planNetworks({ encoded, labels, train, validation }: Split, { isSoft = false }: CommitteeSettings): Plan {
  const rows = Int32Array.from([...train, ...validation]).sort();
  const design = planDesign(encoded.features, encoded.columns, rows, { ...designOptions, isSoft });
  const shape = { inputs: Math.max(design.columnCount, 1), ...hiddenUnits, outputs: outputCount(labels) };
  if (labels.classCount > 0) return { design, shape, mean: 0, spread: 1 };
  return { design, shape, ...scaleOf(Float64Array.from(train, (row) => labels.values[row])) };
}

async function fitMembers(
  { design, shape, mean, spread }: Plan,
  split: Split,
  settings: CommitteeSettings,
): Promise<Float64Array[][]> {
  const { encoded, labels, train, seed, deadline } = split;
  const rows = fillRows(design, encoded.columns, train);
  const scaled = Float64Array.from(train, (row) => (labels.values[row] - mean) / spread);
  const members: Float64Array[][] = [];
  while (members.length < settings.committee && (members.length === 0 || performance.now() < deadline)) {
    const circumstances = { ...split, seed: seed + seedStep * members.length };
    members.push(await fitNetwork(shape, rows, scaled, settings, circumstances));
  }
  return members;
}

/** Distance between the seeds of a committee. */
const seedStep = 1_000_003;

function scaleOf(values: Float64Array): { mean: number; spread: number } {
  const mean = values.reduce((sum, value) => sum + value / values.length, 0);
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2 / values.length, 0);
  return { mean, spread: Math.sqrt(squares) || 1 };
}

/** Returns the networks after a cycle, or after the last one that they had time for. */
function fittedAt(
  { design, shape, mean, spread }: Plan,
  members: readonly Float64Array[][],
  cycle: number,
  { encoded }: Split,
): FittedModel {
  const parameters = members.map((results) => results[Math.min(cycle, results.length - 1)]);
  return fittedNetwork({ design, shape, members: parameters, mean, spread }, encoded.features.length);
}

function predictValidation(model: FittedModel, { encoded, labels, validation }: Split): Float64Array {
  const { columns } = encoded;
  const width = columns.length;
  const matrix = new Float64Array(validation.length * width);
  for (const [feature, column] of columns.entries())
    for (let row = 0; row < validation.length; row++) matrix[row * width + feature] = column[validation[row]];
  const out = new Float64Array(validation.length * outputCount(labels));
  model.score(matrix, validation.length, out);
  return out;
}
