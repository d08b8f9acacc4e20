import type { Finish } from '../answers/answerer.ts';
import { scoreBlend, type WeightedModel } from '../composites/blend.ts';
import type { PlacedEncoder } from '../encoding/frame.ts';
import type { AddContributions, WalkRow } from '../learners/contract.ts';
import type { Explanations, ModelDescription, PredictOptions } from '../model.ts';
import { contributionSampler } from './sample-contributions.ts';
import { type Evaluate, walkRows } from './walk-rows.ts';
import type { InputSlots } from './walks.ts';

/** Predicted numbers, or probabilities (count x classes), of `count` encoded rows. */
export type PredictValues = (encoded: Float64Array, count: number, options: PredictOptions) => Float64Array;

/** Explains `count` encoded rows, of which `answers` are the predictions: numbers, or classes by index. */
export type Explainer = (
  encoded: Float64Array,
  answers: Float64Array,
  options: PredictOptions,
  predict: PredictValues,
) => Explanations;

/**
 * Explains one encoded row with the prediction `answer`: writes contributions and errors from `start` on and returns
 * the base.
 */
type RowExplainer = (row: Float64Array, answer: number, into: Explanations, start: number) => number;

/** The parts of a trained model that explanations read. */
export interface ExplainedModel {
  description: Pick<ModelDescription, 'classes'>;
  profiles: readonly unknown[];
  encoders: readonly PlacedEncoder[];
  featureCount: number;
  members: readonly WeightedModel[];
  finish: Pick<Finish, 'kind'>;
}

/**
 * Returns the explainer of a model, which asks for its background (row-major encoded rows) with the first explanation.
 */
export function createExplainer(model: ExplainedModel, background: () => Float64Array): Explainer {
  const { featureCount, profiles } = model;
  const width = profiles.length;
  let explainRow: RowExplainer | undefined;
  return (encoded, answers, options, predict) => {
    explainRow ??= prepare(model, background, (rows, count) => predict(rows, count, options));
    const count = answers.length;
    const into = {
      count,
      base: new Float64Array(count),
      contributions: new Float64Array(count * width),
      errors: new Float64Array(count * width),
    };
    for (let row = 0; row < count; row++) {
      const cells = encoded.subarray(row * featureCount, (row + 1) * featureCount);
      into.base[row] = explainRow(cells, answers[row], into, row * width);
    }
    return into;
  };
}

type PredictAll = (rows: Float64Array, count: number) => Float64Array;

function prepare(model: ExplainedModel, background: () => Float64Array, predict: PredictAll): RowExplainer {
  const { description, members, encoders, profiles, finish } = model;
  const inputs = profiles.map((_, input) => slotsOf(encoders, input));
  const isOwn = finish.kind !== 'none';
  const [first] = members;
  if (!isOwn && first.model.explain && members.length === 1) return explainImported(first, model.featureCount);
  return description.classes
    ? explainClasses(background(), inputs, description.classes.length, predict)
    : explainNumbers(model, background(), inputs);
}

function slotsOf(encoders: readonly PlacedEncoder[], input: number): number[] {
  return encoders
    .filter((placed) => placed.input === input)
    .flatMap(({ slot, encoder }) => encoder.features.map((_, index) => slot + index));
}

/**
 * Explains rows of an imported model. It has no rows to compare with, so path-dependent TreeSHAP uses the row counts
 * recorded in its trees.
 */
function explainImported({ model }: WeightedModel, featureCount: number): RowExplainer {
  const parts = new Float64Array(featureCount + 1);
  return (row, _answer, { contributions }, start) => {
    model.explain?.(row, parts);
    contributions.set(parts.subarray(0, featureCount), start);
    return parts[featureCount];
  };
}

/** Explains tree and linear members exactly and the others by sampling, and adds their weighted contributions. */
function explainNumbers(
  { members, featureCount }: ExplainedModel,
  background: Float64Array,
  inputs: InputSlots,
): RowExplainer {
  const inputOf = new Int32Array(featureCount).fill(-1);
  for (const [input, slots] of inputs.entries()) for (const slot of slots) inputOf[slot] = input;
  const rest: WeightedModel[] = [];
  const exact: { add: AddContributions; weight: number }[] = [];
  for (const member of members) {
    const add = member.model.explainOver?.(background, inputOf);
    if (add) exact.push({ add, weight: member.weight });
    else rest.push(member);
  }
  const scoreOf = (some: readonly WeightedModel[]) => (rows: Float64Array, count: number) => {
    const scores = new Float64Array(count);
    scoreBlend(some, rows, count, scores, new Float64Array(count), 1);
    return scores;
  };
  const count = background.length / featureCount;
  const base = scoreOf(members)(background, count).reduce((sum, score) => sum + score / count, 0);
  const evaluate = scoreOf(rest);
  const walk = walkAll(rest, { background, inputs, inputOf, scoreOf });
  const backgroundValues = evaluate(background, count);
  const sample = contributionSampler({ background, backgroundValues, width: featureCount, inputs, walk });
  return (row, answer, { contributions, errors }, start) => {
    for (const { add, weight } of exact) add(row, weight, contributions, start);
    if (rest.length > 0) {
      const sampled = sample(row, evaluate(row, 1)[0]);
      for (const [input, part] of sampled.contributions.entries()) contributions[start + input] += part;
      errors.set(sampled.errors, start);
    }
    meet(contributions.subarray(start, start + inputs.length), answer - base);
    return base;
  };
}

interface WalkedModels {
  background: Float64Array;
  inputs: InputSlots;
  inputOf: Int32Array;
  scoreOf(some: readonly WeightedModel[]): Evaluate;
}

/** Walks with each member that has a quick way, and with all others row by row. */
function walkAll(members: readonly WeightedModel[], { background, inputs, inputOf, scoreOf }: WalkedModels): WalkRow {
  const others: WeightedModel[] = [];
  const walks: WalkRow[] = [];
  for (const member of members) {
    const walk = member.model.walkOver?.(background, inputOf, member.weight);
    if (walk) walks.push(walk);
    else others.push(member);
  }
  if (others.length > 0) walks.push(walkRows(scoreOf(others), background, inputs));
  return (row, planned, values) => {
    for (const walk of walks) walk(row, planned, values);
  };
}

/** Scales the contributions to an answer that was clamped to the target's support. */
function meet(contributions: Float64Array, wanted: number): void {
  const sum = contributions.reduce((total, part) => total + part, 0);
  if (sum === 0 || Math.abs(sum - wanted) <= 1e-9 * Math.abs(wanted)) return;
  for (let input = 0; input < contributions.length; input++) contributions[input] *= wanted / sum;
}

/** Explains the probability of the predicted class. */
function explainClasses(
  background: Float64Array,
  inputs: InputSlots,
  outputs: number,
  predict: PredictAll,
): RowExplainer {
  const explainers = new Map<number, RowExplainer>();
  return (row, answer, into, start) => {
    const explain = explainers.get(answer) ?? explainClass(background, row.length, inputs, probabilityOf(answer));
    explainers.set(answer, explain);
    return explain(row, answer, into, start);
  };

  function probabilityOf(answer: number): Evaluate {
    return (rows, count) => {
      const all = predict(rows, count);
      return Float64Array.from({ length: count }, (_, index) => all[index * outputs + answer]);
    };
  }
}

function explainClass(background: Float64Array, width: number, inputs: InputSlots, evaluate: Evaluate): RowExplainer {
  const backgroundValues = evaluate(background, background.length / width);
  const walk = walkRows(evaluate, background, inputs);
  const sample = contributionSampler({ background, backgroundValues, width, inputs, walk });
  return (row, _answer, { contributions, errors }, start) => {
    const sampled = sample(row, evaluate(row, 1)[0]);
    contributions.set(sampled.contributions, start);
    errors.set(sampled.errors, start);
    return sampled.base;
  };
}
