import type { ColumnSummary, ModelSummary, TableSummary } from '../grounding.ts';
import { explore } from '../tables/choices.ts';
import { coverQuestion } from '../tables/cover.ts';
import type { Condition } from '../tables/logical-form.ts';
import type { Context, Sentence } from '../tables/sentence.ts';
import { isNumeric, type Scalar } from '../tables/traits.ts';
import { longestQuestion, readSentence } from '../tables/understand.ts';
import { tokenize } from '../words/tokens.ts';
import type { Term } from '../words/vocabulary.ts';
import { asksWhy } from './asks-why.ts';

/** A requested prediction: the known inputs of the row. */
export interface PredictionRequest {
  inputs: Readonly<Record<string, Scalar>>;
  /** Whether to tell what moved the answer. */
  explains?: boolean;
  cost: number;
}

/**
 * Interprets "what would a 3-room flat of 900 sqft cost?" against a model. Every word must have a meaning, and every
 * input one value. `before` are the inputs of the previous prediction, for "and with 2 rooms?".
 */
export function understandPrediction(
  question: string,
  model: ModelSummary,
  surroundings: Pick<Context, 'vocabulary' | 'now'>,
  before?: PredictionRequest,
): PredictionRequest | undefined {
  if (before && model.task !== 'forecast' && asksWhy(question, model)) return { ...before, explains: true };
  const tokens = tokenize(question, surroundings.vocabulary.rewrites);
  if (tokens.length === 0 || tokens.length > longestQuestion) return undefined;
  const table = tableOf(model);
  for (const cover of coverQuestion(tokens, table, [], surroundings.vocabulary)) {
    if (!before && !cover.items.some((item) => item.kind === 'term' && item.term === 'predict')) continue;
    if (cover.items.some(({ kind }) => kind === 'unread')) return undefined;
    const [request] = explore((choose) => {
      const sentence = readSentence(cover, { table, ...surroundings }, choose);
      return readRequest(sentence, model, before, pointsBack.test(question));
    }).flatMap((one) => (one ? [{ ...one, cost: one.cost + cover.cost }] : []));
    if (request) return request;
  }
  return undefined;
}

/** "What would it cost with …" is of the row before. */
const pointsBack = /\b(?:it|that|this|this one|that one)\b/i;

const glue: readonly Term[] = ['what', 'show', 'howMuch', 'how', 'which', 'and', 'row', 'vague', 'from', 'who'];

function readRequest(
  sentence: Sentence,
  model: ModelSummary,
  before: PredictionRequest | undefined,
  isOfBefore: boolean,
): PredictionRequest | undefined {
  const asks = sentence.indexesOf('predict');
  sentence.use(...asks, ...sentence.indexesOf(...glue));
  let namesTarget = false;
  for (const [at, item] of sentence.items.entries()) {
    if (item.kind === 'column' && item.column.name === model.target && !sentence.isUsed(at)) namesTarget = true;
    if (item.kind === 'table' || (item.kind === 'column' && item.column.name === model.target)) sentence.use(at);
  }
  sentence.requireAllUsed();
  if (sentence.frame.groups.length > 0) return undefined;
  const inputs = readInputs(sentence.frame.conditions.map(({ condition }) => condition));
  if (!inputs) return undefined;
  const isWhole = model.task === 'forecast' && namesTarget;
  if (Object.keys(inputs).length === 0 && !isWhole) return undefined;
  const cost = sentence.cost + sentence.dropped.length;
  if (before && (!namesTarget || isOfBefore)) return { inputs: { ...before.inputs, ...typed(inputs, model) }, cost };
  return asks.length > 0 ? { inputs: typed(inputs, model), cost } : undefined;
}

const known = new WeakMap<ModelSummary, TableSummary>();

/** Presents a model as a table: its inputs and target, named after its source. Categories like "3" are numbers. */
function tableOf(model: ModelSummary): TableSummary {
  const table = known.get(model) ?? {
    name: model.name.replace(/[_-]?(model|predictor|prediction)s?\b/gi, '') || model.name,
    row_count: 0,
    columns: [...model.inputs.map(asNumber).map(asCount), { name: model.target, type: 'number', distinct: null }],
  };
  known.set(model, table);
  return table;
}

function asNumber(column: ColumnSummary): ColumnSummary {
  const values = column.values ?? [];
  const isNumber = values.length > 0 && values.every((value) => value !== '' && Number.isFinite(Number(value)));
  return isNumber ? { ...column, type: 'number', values: undefined } : column;
}

/** Whole numbers are told in ones: an age of 12000 is none of 12. */
function asCount(column: ColumnSummary): ColumnSummary {
  const isWhole = column.type === 'number' && Number.isInteger(column.min) && Number.isInteger(column.max);
  return isWhole ? { ...column, type: 'integer' } : column;
}

/** Returns one value per input; undefined when one is given twice or only bounded. */
function readInputs(conditions: readonly Condition[]): Record<string, Scalar> | undefined {
  const inputs: Record<string, Scalar> = {};
  for (const condition of conditions) {
    const { name } = condition.column;
    if (condition.test !== 'compare' || condition.operator !== '=' || condition.negated || name in inputs)
      return undefined;
    inputs[name] = condition.value;
  }
  return inputs;
}

/** Converts values to the types of the model's tool. */
function typed(inputs: Record<string, Scalar>, model: ModelSummary): Record<string, Scalar> {
  const columns = new Map(model.inputs.map((column) => [column.name, column]));
  const entries = Object.entries(inputs).filter(([name]) => columns.has(name));
  return Object.fromEntries(
    entries.map(([name, value]) => {
      const column = columns.get(name);
      return [name, column && !isNumeric(column) && column.type !== 'boolean' ? String(value) : value];
    }),
  );
}
