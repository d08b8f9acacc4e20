import type { Explanations, ModelDescription, Predictions, UnknownInputs } from '@sibyl/engine/model.ts';

export const rowIdColumn = '__service_row_id';

/** What a caller knew of one row: the cells as sent, and the truth when the row carried it. */
export interface AskedRow {
  cells: Readonly<Record<string, unknown>>;
  /** The target cell as sent; null when absent. */
  original: unknown;
  /** The truth as the engine reads it: a number, or a class index; -1 for a class that training never saw. */
  truth: number | undefined;
}

/** What the model said of a batch of rows. */
export interface Batch {
  predictions: Predictions;
  /** Null unless asked for: they cost hundreds of predictions a row. */
  explanations: Explanations | null;
  quantile: number;
}

/** Writes row `index` of a batch as the JSON text of one prediction row. */
export type RowWriter = (asked: AskedRow, batch: Batch, index: number) => string;

interface RowFigures {
  asked: AskedRow;
  /** JSON texts. */
  value: string;
  confidence: string;
  lower: string;
  upper: string;
  anomaly: string;
  truth: string;
  probabilities: string;
  /** Members of the explain object behind the standard ones. */
  extras: string;
}

type FieldWriter = (figures: RowFigures) => string;
/** What a field consists of: texts that are the same in every row, and what differs. */
type FieldParts = readonly (string | FieldWriter)[];

/** What differs in a row, with the same text that comes before it in every row. */
interface Step {
  lead: string;
  write: FieldWriter;
}

/**
 * Compiles the writer of a model: keys as in SPEC.md §2, `__service_row_id` first and the rest in alphabetical order.
 * JSON text is put together by hand because a row costs microseconds and `JSON.stringify` twice would double that.
 */
export function compileRowWriter(description: ModelDescription): RowWriter {
  const readFigures = description.classes ? classFigures(description.classes) : numberFigures;
  const { steps, end } = mergeTexts(partsOfRow(description));
  const writeContributions = contributionsWriter(description.inputs);
  const writeOutOfRange = outOfRangeWriter(description.inputs);
  return (asked, batch, index) => {
    const figures = readFigures(asked, batch, index);
    const beyond = batch.predictions.outOfRange?.get(index);
    if (beyond) figures.extras = writeOutOfRange(beyond);
    const unknown = batch.predictions.unknown?.get(index);
    if (unknown) figures.extras += unknownText(unknown);
    if (batch.explanations) figures.extras += writeContributions(batch.explanations, index);
    let text = '';
    for (const { lead, write } of steps) text += lead + write(figures);
    return text + end;
  };
}

function partsOfRow(description: ModelDescription): FieldParts {
  const fields = fieldParts(description);
  const names = [...fields.keys()].sort().filter((name) => name !== rowIdColumn);
  const members = [rowIdColumn, ...names].flatMap((name, position) => [
    `${position === 0 ? '{' : ','}${JSON.stringify(name)}:`,
    ...fields.get(name)!,
  ]);
  return [...members, '}'];
}

/** Texts side by side are put together once, not in every row. */
function mergeTexts(parts: FieldParts): { steps: Step[]; end: string } {
  const steps: Step[] = [];
  let lead = '';
  for (const part of parts) {
    if (typeof part === 'string') lead += part;
    else {
      steps.push({ lead, write: part });
      lead = '';
    }
  }
  return { steps, end: lead };
}

/** Of two fields of one name the later counts: a column may be called `when_data`, or `price_min` beside a target `price`. */
function fieldParts({ target, inputs, classes }: ModelDescription): Map<string, FieldParts> {
  const echo = (column: string): [string, FieldParts] => [column, [echoCell(column)]];
  const fields = new Map<string, FieldParts>([
    ['select_data_query', ['null']],
    ['when_data', ['null']],
    ...inputs.map(echo),
    echo(rowIdColumn),
    [`${target}_confidence`, [({ confidence }) => confidence]],
    [`${target}_explain`, explainParts],
    [`${target}_max`, [({ upper }) => upper]],
    [`${target}_min`, [({ lower }) => lower]],
    [`${target}_anomaly`, [({ anomaly }) => anomaly]],
    [`${target}_original`, [({ asked }) => cellText(asked.original)]],
  ]);
  if (classes) fields.set(`${target}_probabilities`, [({ probabilities }) => probabilities]);
  return fields.set(target, [({ value }) => value]);
}

/** A column named like a member of every object (`constructor`) needs the dearer look at the row's own cells. */
function echoCell(column: string): FieldWriter {
  if (column in Object.prototype)
    return ({ asked }) => cellText(Object.hasOwn(asked.cells, column) ? asked.cells[column] : null);
  return ({ asked }) => cellText(asked.cells[column]);
}

function cellText(cell: unknown): string {
  if (cell === undefined || cell === null) return 'null';
  return typeof cell === 'number' ? numberText(cell) : JSON.stringify(cell);
}

function numberText(value: number): string {
  return Number.isFinite(value) ? String(value) : 'null';
}

/** The explain field is a JSON object written as a JSON string, so its quotes are escaped. */
const explainParts: FieldParts = [
  '"{\\"predicted_value\\":',
  ({ value }) => escaped(value),
  ',\\"confidence\\":',
  ({ confidence }) => confidence,
  ',\\"anomaly\\":',
  ({ anomaly }) => anomaly,
  ',\\"truth\\":',
  ({ truth }) => escaped(truth),
  ',\\"confidence_lower_bound\\":',
  ({ lower }) => lower,
  ',\\"confidence_upper_bound\\":',
  ({ upper, extras }) => upper + extras,
  '}"',
];

/** Each only where there is any. */
function unknownText({ inputs, unseen }: UnknownInputs): string {
  const members = [
    ...(inputs.length > 0 ? [`,"unknown_inputs":${JSON.stringify(inputs)}`] : []),
    ...(Object.keys(unseen).length > 0 ? [`,"unseen_values":${JSON.stringify(unseen)}`] : []),
  ];
  return JSON.stringify(members.join('')).slice(1, -1);
}

function escaped(json: string): string {
  return json.charCodeAt(0) === 34 ? JSON.stringify(json).slice(1, -1) : json;
}

/** Names the inputs far outside what training saw. */
function outOfRangeWriter(inputs: readonly string[]) {
  const names = inputs.map((name) => JSON.stringify(JSON.stringify(name)).slice(1, -1));
  return (beyond: readonly number[]): string =>
    `,\\"out_of_range\\":[${beyond.map((input) => names[input]).join(',')}]`;
}

/**
 * `base` and the contributions of all columns add up to the predicted value, or to the answered class's probability. Where some
 * were sampled, the greatest of their standard errors is told.
 */
function contributionsWriter(inputs: readonly string[]) {
  const keys = inputs.map((name) => JSON.stringify(`${JSON.stringify(name)}:`).slice(1, -1));
  return ({ base, contributions, errors }: Explanations, index: number): string => {
    const start = index * keys.length;
    const parts = keys.map((key, input) => key + numberText(contributions[start + input]));
    // Of an unknown input there is none.
    const known = errors.subarray(start, start + keys.length).filter((one) => !Number.isNaN(one));
    const error = known.reduce((most, one) => Math.max(most, one), 0);
    const told = error > 0 ? `,\\"contributions_error\\":${numberText(error)}` : '';
    return `,\\"base\\":${numberText(base[index])},\\"contributions\\":{${parts.join(',')}}${told}`;
  };
}

function numberFigures(asked: AskedRow, { predictions }: Batch, index: number): RowFigures {
  const lower = predictions.lower?.[index] ?? Number.NaN;
  const upper = predictions.upper?.[index] ?? Number.NaN;
  const { truth } = asked;
  return {
    asked,
    value: numberText(predictions.values[index]),
    confidence: numberText(predictions.confidence[index]),
    lower: numberText(lower),
    upper: numberText(upper),
    anomaly: truth === undefined || Number.isNaN(lower) ? 'null' : String(truth < lower || truth > upper),
    truth: truth === undefined ? 'null' : numberText(truth),
    probabilities: 'null',
    extras: '',
  };
}

/** A class truth is an anomaly when the model gave it less than the share that the asked coverage leaves out. */
function classFigures(classes: readonly unknown[]) {
  const labels = classes.map((label) => JSON.stringify(label));
  const keys = classes.map((label) => `${JSON.stringify(String(label))}:`);
  return (asked: AskedRow, { predictions, quantile }: Batch, index: number): RowFigures => {
    const { truth } = asked;
    const start = index * labels.length;
    const share = (label: number) => predictions.probabilities?.[start + label] ?? 0;
    const isUnproven = Number.isNaN(predictions.confidence[index]);
    return {
      asked,
      value: labels[predictions.values[index]],
      confidence: numberText(predictions.confidence[index]),
      lower: 'null',
      upper: 'null',
      anomaly: truth === undefined || isUnproven ? 'null' : String(truth < 0 || share(truth) < 1 - quantile),
      truth: truth === undefined ? 'null' : cellText(asked.original),
      probabilities: `{${keys.map((key, label) => key + numberText(share(label))).join(',')}}`,
      extras: '',
    };
  };
}
