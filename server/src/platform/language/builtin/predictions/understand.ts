import type { ColumnSummary, ModelSummary, TableSummary } from '../../grounding.ts';
import { plainConditions } from '../tables/conditions.ts';
import { coverQuestion } from '../tables/cover.ts';
import type { Condition } from '../tables/logical-form.ts';
import { isNumeric, type Lattice, readPhrases, type Scalar } from '../tables/readings.ts';
import { anyColumn, atStart, either, entity, map, type Rule, term } from '../tables/rules.ts';
import { longestQuestion } from '../tables/understand.ts';
import { tokenize } from '../words/tokens.ts';

/** A prediction asked for: what is known of the row, by the model's inputs. */
export interface PredictionRequest {
  inputs: Readonly<Record<string, Scalar>>;
  cost: number;
}

type Piece = { kind: 'glue' | 'asks' | 'target' | 'row' | 'leans' } | { kind: 'known'; condition: Condition };

const glueCost = 0.5;

/**
 * Reads "what would a 3-room flat of 900 sqft cost?" against a model. Every word must be accounted for, and every input
 * given one value. `before` are the inputs of the prediction before, for "and with 2 rooms?".
 */
export function understandPrediction(
  question: string,
  model: ModelSummary,
  surroundings: Pick<Lattice, 'vocabulary' | 'now'>,
  before?: PredictionRequest,
): PredictionRequest | undefined {
  const tokens = tokenize(question, surroundings.vocabulary.rewrites);
  if (tokens.length === 0 || tokens.length > longestQuestion) return undefined;
  const lattice = readPhrases(tokens, tableOf(model), surroundings);
  for (const { pieces, cost } of coverQuestion(lattice, pieceRule(model), costOf)) {
    const inputs = readInputs(pieces);
    if (!inputs || (Object.keys(inputs).length === 0 && !isWholeForecast(pieces, model))) continue;
    if (pieces.some(({ kind }) => kind === 'asks')) return { inputs: typed(inputs, model), cost };
    if (before && !pieces.some(({ kind }) => kind === 'target'))
      return { inputs: { ...before.inputs, ...typed(inputs, model) }, cost };
  }
  return undefined;
}

const known = new WeakMap<ModelSummary, TableSummary>();

/** A model seen as a table: its inputs and its target, named after what it learned from. Categories like "3" are numbers. */
function tableOf(model: ModelSummary): TableSummary {
  const table = known.get(model) ?? {
    name: model.name.replace(/[_-]?(model|predictor|prediction)s?\b/gi, '') || model.name,
    row_count: 0,
    columns: [...model.inputs.map(asNumber), { name: model.target, type: 'number', distinct: null }],
  };
  known.set(model, table);
  return table;
}

function asNumber(column: ColumnSummary): ColumnSummary {
  const values = column.values ?? [];
  const isNumber = values.length > 0 && values.every((value) => value !== '' && Number.isFinite(Number(value)));
  return isNumber ? { ...column, type: 'number', values: undefined } : column;
}

function pieceRule({ target }: ModelSummary): Rule<Piece> {
  return either<Piece>(
    map(plainConditions, ({ condition }) => ({ kind: 'known', condition })),
    map(anyColumn, ({ name }) => (name === target ? { kind: 'target' } : undefined)),
    map(term('predict'), () => ({ kind: 'asks' })),
    map(entity, () => ({ kind: 'row' })),
    map(atStart(term('followUp')), () => ({ kind: 'leans' })),
    map(term('noise', 'with', 'be', 'have', 'article', 'what', 'howMuch', 'show'), () => ({
      kind: 'glue',
    })),
  );
}

/** "Forecast the sales" needs no input: every series is continued. */
function isWholeForecast(pieces: readonly Piece[], { task }: ModelSummary): boolean {
  return task === 'forecast' && pieces.some(({ kind }) => kind === 'target');
}

function costOf({ kind }: Piece): number {
  return kind === 'glue' ? glueCost : 1;
}

/** One value an input; undefined when one is given twice or only bounded. */
function readInputs(pieces: readonly Piece[]): Record<string, Scalar> | undefined {
  const inputs: Record<string, Scalar> = {};
  for (const piece of pieces) {
    if (piece.kind !== 'known') continue;
    const { condition } = piece;
    const { name } = condition.column;
    if (condition.test !== 'compare' || condition.operator !== '=' || name in inputs) return undefined;
    inputs[name] = condition.value;
  }
  return inputs;
}

/** In the types that the model's tool takes. */
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
