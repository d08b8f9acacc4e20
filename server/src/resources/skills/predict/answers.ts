import type { ModelSummary } from '../../../builtin/grounding.ts';

/** A row as predict returns it. */
export type PredictedRow = Readonly<Record<string, unknown>>;

/** Converts a prediction to a tool result: the value with its bounds, for a forecast one per time. */
export function answerOf({ target, task }: ModelSummary, rows: readonly PredictedRow[]): Record<string, unknown> {
  if (task !== 'forecast') return { target, ...predictionOf(target, rows[0]) };
  return { target, forecast: rows.map((row) => ({ ...groupsOf(target, row), ...predictionOf(target, row) })) };
}

function predictionOf(target: string, row: PredictedRow) {
  return {
    prediction: row[target],
    confidence: row[`${target}_confidence`],
    lower_bound: row[`${target}_min`],
    upper_bound: row[`${target}_max`],
    ...whatIsDoubtful(row[`${target}_explain`]),
    ...noteUnknown(row[`${target}_explain`]),
    ...contributionsOf(row[`${target}_explain`]),
    ...(row[`${target}_probabilities`] ? { probabilities: row[`${target}_probabilities`] } : {}),
  };
}

/** Returns the inputs that are missing, unknown to the model or out of range; empty lists are included. */
function whatIsDoubtful(explain: unknown): Required<Doubtful> {
  const { unknown_inputs = [], unseen_values = {}, out_of_range = [] } = readExplained(explain);
  return { unknown_inputs, unseen_values, out_of_range };
}

function readExplained(explain: unknown): Explained {
  return typeof explain === 'string' ? JSON.parse(explain) : {};
}

/** Returns the same as a sentence for the language model. */
export function noteUnknown(explain: unknown): { note?: string } {
  const {
    unknown_inputs: unknown = [],
    unseen_values: unseen = {},
    out_of_range: beyond = [],
  } = readExplained(explain);
  const news = Object.entries(unseen).map(([column, value]) => `${column} ${JSON.stringify(value)}`);
  const sentences = [
    ...(unknown.length > 0
      ? [`Not known: ${nameSome(unknown)}. The answer is what rows like the rest had, and its bounds allow for that.`]
      : []),
    ...(news.length > 0 ? [`Never seen in training: ${news.join(', ')}.`] : []),
    ...(beyond.length > 0 ? [`Far outside what was seen in training: ${beyond.join(', ')}.`] : []),
  ];
  return sentences.length > 0 ? { note: sentences.join(' ') } : {};
}

const mostNamed = 6;

/** Of many inputs the first: all of them are fields of the answer. */
function nameSome(names: readonly string[]): string {
  const more = names.length - mostNamed;
  return `${names.slice(0, mostNamed).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** How far each input moved the answer from what is usual: the furthest first. */
function contributionsOf(explain: unknown): { contributions?: Record<string, number>; base?: unknown } {
  const { contributions, base } = readExplained(explain);
  if (!contributions) return {};
  const sorted = Object.entries(contributions).sort(([, left], [, right]) => Math.abs(right) - Math.abs(left));
  return { contributions: Object.fromEntries(sorted), ...(base === undefined ? {} : { base }) };
}

interface Doubtful {
  unknown_inputs?: string[];
  unseen_values?: Record<string, string>;
  out_of_range?: string[];
}

interface Explained extends Doubtful {
  contributions?: Record<string, number>;
  base?: number;
}

const machinery = new Set(['__service_row_id', 'select_data_query', 'when_data']);

/** Returns time and series of a forecast row. */
function groupsOf(target: string, row: PredictedRow): PredictedRow {
  const own = Object.entries(row).filter(
    ([column, value]) =>
      column !== target && !column.startsWith(`${target}_`) && !machinery.has(column) && value !== null,
  );
  return Object.fromEntries(own);
}
