import { linkQuestion } from '../../questions/link/link-question.ts';
import type { LinkedQuestion } from '../../questions/link/linked-question.ts';
import { type ConditionLink, firstWord, hasWord, overlaps } from '../../questions/link/links.ts';
import { isSmall } from '../../questions/link/small-words.ts';
import type { Profile } from '../../questions/profile.ts';
import { type ColumnSummary, isNumeric, type ModelSummary } from '../grounding.ts';
import { keptBy } from '../kept-by.ts';
import { rowNounsOf } from '../row-nouns.ts';
import { wordsOfName } from '../words/tokens.ts';
import { asksWhy } from './asks-why.ts';

type Scalar = string | number | boolean;

/** A requested prediction: the known inputs of the row. */
export interface PredictionRequest {
  inputs: Readonly<Record<string, Scalar>>;
  /** Whether to tell what moved the answer. */
  explains?: boolean;
  /** How many inputs it leaves open: of several models the one that knows more of the question is asked. */
  cost: number;
}

/**
 * Interprets "what would a 3-room flat of 900 sqft cost?" against a model. Every word must have a meaning, and every
 * input one value. `before` are the inputs of the previous prediction, for "and with 2 rooms?".
 */
export function understandPrediction(
  question: string,
  model: ModelSummary,
  before?: PredictionRequest,
): PredictionRequest | undefined {
  if (before && model.task !== 'forecast' && asksWhy(question, model)) return { ...before, explains: true };
  const asks = asking.test(question);
  if (!asks && !before) return undefined;
  const linked = linkQuestion(numbersFirst(question, model), tableOf(model));
  const target = linked.columns[model.inputs.length];
  const chosen = chooseLinks(linked, model.inputs.length);
  if (!chosen || linked.tokens.some((_, at) => !isSaid(at, linked, chosen))) return undefined;
  const inputs = Object.fromEntries(chosen.map((link) => [link.condition.field.column.name, cellOf(link)]));
  const isWhole = model.task === 'forecast' && target.score > 0;
  if (chosen.length === 0 && !isWhole) return undefined;
  const cost = model.inputs.length - chosen.length;
  if (before && (target.score === 0 || pointsBack.test(question)))
    return { inputs: { ...before.inputs, ...typed(inputs, model) }, cost };
  return asks ? { inputs: typed(inputs, model), cost } : undefined;
}

const asking =
  /\b(would|should|could|will|predict\w*|estimat\w+|forecast\w*|guess|expect\w*|how likely|(chance|probability|likelihood) (of|that))\b/i;
/** "What would it cost with …" is of the row before. */
const pointsBack = /\b(?:it|that|this|this one|that one)\b/i;
/** Words that ask for a prediction, or say that a row has something. */
const glue =
  /^(would|should|could|will|predict\w*|prediction|estimat\w+|forecast\w*|guess|expect\w*|worth|cost|costs|charge|fetch|bring|if|when|instead|then|about|likely|chance|probability|likelihood|row|one|value|make|get|work|happen|happens|go|goes)$/;

/** "Bed 3, bath 2" is said as "3 bed, 2 bath": a number is of the name behind it. */
function numbersFirst(question: string, { inputs }: ModelSummary): string {
  const names = inputs.map(({ name }) => wordsOfName(name).join('[ _]?')).filter(Boolean);
  if (names.length === 0) return question;
  const name = `(?:${names.toSorted((one, other) => other.length - one.length).join('|')})s?`;
  const pair = new RegExp(
    `(?<![\\p{L}\\d])(${name})(?: of| is)?\\s*[=:]?\\s*(\\d[\\d,.]*k?)(?<!,)(?![\\p{L}\\d]| ${name}(?!\\p{L}))`,
    'giu',
  );
  return question.replace(pair, '$2 $1');
}

/** One value for each input that is said; undefined where one is only bounded, denied, or said twice. */
function chooseLinks(linked: LinkedQuestion, inputs: number): ConditionLink[] | undefined {
  const chosen: ConditionLink[] = [];
  for (const link of likeliestFirst(linked, inputs)) {
    if (chosen.some((one) => overlaps(one.words, link.words))) continue;
    const isTaken = chosen.some((one) => one.condition.field.at === link.condition.field.at);
    if (isTaken && hasOtherName(link, linked, chosen)) continue;
    if (!isValue(link) || isTaken || !isNamed(link, linked)) return undefined;
    chosen.push(link);
  }
  return chosen;
}

/** A number is of the input whose name stands beside it, rather behind than before; nothing is told of the target. */
function likeliestFirst(linked: LinkedQuestion, inputs: number): ConditionLink[] {
  const scoreOf = (link: ConditionLink) =>
    link.found !== 'number' && link.found !== 'bound'
      ? link.score
      : link.score + (link.found === 'bound' ? 1 : 0) + nearnessOf(link, linked);
  return linked.conditions
    .filter(({ condition: { field } }) => field.at < inputs)
    .toSorted((one, other) => scoreOf(other) - scoreOf(one));
}

function nearnessOf({ condition: { field }, words }: ConditionLink, { tokens, columns }: LinkedQuestion): number {
  const from = firstWord(words);
  const name = columns[field.at];
  const places = tokens.flatMap((_, at) => (name.score > 0 && hasWord(name.words, at) ? [at - from] : []));
  return Math.max(0, ...places.map((step) => 1 / Math.abs(step) + (step > 0 ? behind : 0)));
}

const behind = 0.1;

/** "1 bathroom, 2 rooms": the name of another input stands beside this number, too. */
function hasOtherName(link: ConditionLink, linked: LinkedQuestion, chosen: readonly ConditionLink[]): boolean {
  return linked.conditions.some(
    (other) =>
      other.found === 'number' &&
      overlaps(other.words, link.words) &&
      nearnessOf(other, linked) >= 1 &&
      !chosen.some((one) => one.condition.field.at === other.condition.field.at),
  );
}

/** A number says nothing of which input it is: "the seven cheapest" have no seven rooms. */
function isNamed({ found, condition: { field } }: ConditionLink, { columns }: LinkedQuestion): boolean {
  return (found !== 'number' && found !== 'bound') || columns[field.at].score > 0;
}

function isValue({ condition }: ConditionLink): boolean {
  if (condition.test === 'compare') {
    const { operator, value, field } = condition;
    const { min, max } = field.column;
    return operator === '=' && Number(min ?? value) <= value && value <= Number(max ?? value);
  }
  return condition.test === 'is' && condition.values.length === 1 && !condition.negated;
}

function cellOf({ condition }: ConditionLink): Scalar {
  if (condition.test === 'compare') return condition.value;
  return (condition.test === 'is' ? condition.values[0] : '') as Scalar;
}

function isSaid(at: number, { tokens, columns, rowWords }: LinkedQuestion, chosen: readonly ConditionLink[]): boolean {
  const { text, number } = tokens[at];
  const isOfLink = chosen.some(
    ({ words, condition: { field } }) => hasWord(words, at) || hasWord(columns[field.at].words, at),
  );
  if (isOfLink || hasWord(rowWords, at)) return true;
  const target = columns[columns.length - 1];
  return number === undefined && (isSmall(text) || glue.test(text) || hasWord(target.words, at));
}

/** Presents a model as a table: its inputs and target, named after its source. Categories like "3" are numbers. */
const tableOf = keptBy((model: ModelSummary): Profile => {
  const name = model.name.replace(/[_-]?(model|predictor|prediction)s?\b/gi, '') || model.name;
  const target = { name: model.target, type: 'text', distinct: null };
  const table = { name, row_count: 1, columns: [...model.inputs.map(asNumber).map(withMore), target] };
  return { ...table, rowNouns: rowNounsOf(table) };
});

function asNumber(column: ColumnSummary): ColumnSummary {
  const values = column.values ?? [];
  const isNumber = values.length > 0 && values.every((value) => value !== '' && Number.isFinite(Number(value)));
  return isNumber ? { ...column, type: 'number', values: undefined } : column;
}

/** A row to be predicted may lie somewhat beyond those that were learned from; 42,000 is no number of rooms. */
function withMore(column: ColumnSummary): ColumnSummary {
  const { min, max } = column;
  if (typeof min !== 'number' || typeof max !== 'number') return column;
  const more = beyond * Math.max(Math.abs(min), Math.abs(max));
  return { ...column, min: Math.min(0, min - more), max: max + more };
}

const beyond = 2;

/** Converts values to the types of the model's tool. */
function typed(inputs: Record<string, Scalar>, model: ModelSummary): Record<string, Scalar> {
  const plain = new Set(model.inputs.flatMap((one) => (isNumeric(one) || one.type === 'boolean' ? [one.name] : [])));
  const entries = Object.entries(inputs);
  return Object.fromEntries(entries.map(([name, value]) => [name, plain.has(name) ? value : String(value)]));
}
