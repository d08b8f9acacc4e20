import type { Explanations, ModelDescription, Predictions, UnknownInputs } from '@sibyl/engine/model.ts';

export const rowIdColumn = '__service_row_id';

/** The caller's data of one row: the cells as sent, and the true value if the row contained it. */
export interface AskedRow {
  cells: Readonly<Record<string, unknown>>;
  /** The target cell as sent; null when absent. */
  original: unknown;
  /** The true value as the engine reads it: a number or a class index; -1 for a class that training never saw. */
  truth: number | undefined;
}

/** The predictions for a batch of rows. */
export interface Batch {
  predictions: Predictions;
  /** Null unless requested: they cost hundreds of predictions per row. */
  explanations: Explanations | null;
  quantile: number;
}

/** Writes row `index` of a batch as the JSON of one prediction. */
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
  /** Further members of the explain object, after the standard ones. */
  extras: string;
}

type FieldWriter = (figures: RowFigures) => string;
/** Names what differs from row to row: a cell as it was sent, or a figure. */
export type VaryingPart = { cell: string } | { figure: FigureName };
export type FigureName = Exclude<keyof RowFigures, 'asked'> | 'original' | 'escapedValue' | 'escapedTruth';
/** The parts of a row or field: texts that are the same in every row, and what differs. */
export type RowParts = readonly (string | VaryingPart)[];

/** A writer with the constant text before it. */
interface Step {
  lead: string;
  write: FieldWriter;
}

/**
 * Compiles the writer of a model: the keys that existing clients read, `__service_row_id` first and the rest in
 * alphabetical order. The JSON is built by hand, because a row costs microseconds and two calls of `JSON.stringify`
 * would double that.
 */
export function compileRowWriter(description: ModelDescription): RowWriter {
  const readFigures = description.classes ? classFigures(description.classes) : numberFigures;
  const { steps, end } = mergeTexts(partsOfRow(description));
  const writeContributions = contributionsWriter(description.inputs);
  const writeExtras = extrasWriter(description.inputs);
  return (asked, batch, index) => {
    const figures = readFigures(asked, batch, index);
    figures.extras = writeExtras(batch.predictions, index);
    if (batch.explanations) figures.extras += writeContributions(batch.explanations, index);
    let text = '';
    for (const { lead, write } of steps) text += lead + write(figures);
    return text + end;
  };
}

/** Returns the parts of a row of answers. */
export function partsOfRow(description: ModelDescription): RowParts {
  const fields = fieldParts(description);
  const names = [...fields.keys()].sort().filter((name) => name !== rowIdColumn);
  const members = [rowIdColumn, ...names].flatMap((name, position) => [
    `${position === 0 ? '{' : ','}${JSON.stringify(name)}:`,
    ...fields.get(name)!,
  ]);
  return [...members, '}'];
}

/** Joins adjacent constant texts once, instead of in every row. */
function mergeTexts(parts: RowParts): { steps: Step[]; end: string } {
  const steps: Step[] = [];
  let lead = '';
  for (const part of parts) {
    if (typeof part === 'string') lead += part;
    else {
      steps.push({ lead, write: writerOf(part) });
      lead = '';
    }
  }
  return { steps, end: lead };
}

/**
 * When two fields have the same name the later one counts: a column may be called `when_data`, or `price_min` beside a
 * target `price`.
 */
function fieldParts({ target, inputs, classes, plan }: ModelDescription): Map<string, RowParts> {
  const echo = (column: string): [string, RowParts] => [column, [{ cell: column }]];
  const figure = (name: string, part: FigureName): [string, RowParts] => [name, [{ figure: part }]];
  const fields = new Map<string, RowParts>([
    ['select_data_query', ['null']],
    ['when_data', ['null']],
    ...inputs.map(echo),
    echo(rowIdColumn),
    figure(`${target}_confidence`, 'confidence'),
    [`${target}_explain`, explainPartsOf(plan)],
    figure(`${target}_max`, 'upper'),
    figure(`${target}_min`, 'lower'),
    figure(`${target}_anomaly`, 'anomaly'),
    figure(`${target}_original`, 'original'),
  ]);
  if (classes) fields.set(...figure(`${target}_probabilities`, 'probabilities'));
  return fields.set(...figure(target, 'value'));
}

function writerOf(part: VaryingPart): FieldWriter {
  if ('cell' in part) return echoCell(part.cell);
  const { figure } = part;
  if (figure === 'original') return ({ asked }) => cellText(asked.original);
  if (figure === 'escapedValue') return ({ value }) => escaped(value);
  if (figure === 'escapedTruth') return ({ truth }) => escaped(truth);
  return (figures) => figures[figure];
}

/** A column named like a member of every object (`constructor`) needs a slower check of the row's own cells. */
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

/** Forecasts of rows that were taken together say how. */
function explainPartsOf({ aggregate }: ModelDescription['plan']): RowParts {
  if (typeof aggregate !== 'string') return explainParts;
  const member = JSON.stringify(`,"aggregate":${JSON.stringify(aggregate)}`).slice(1, -1);
  return [...explainParts.slice(0, -1), member, '}"'];
}

/** The explain field is a JSON object written as a JSON string, so its quotes are escaped. */
const explainParts: RowParts = [
  '"{\\"predicted_value\\":',
  { figure: 'escapedValue' },
  ',\\"confidence\\":',
  { figure: 'confidence' },
  ',\\"anomaly\\":',
  { figure: 'anomaly' },
  ',\\"truth\\":',
  { figure: 'escapedTruth' },
  ',\\"confidence_lower_bound\\":',
  { figure: 'lower' },
  ',\\"confidence_upper_bound\\":',
  { figure: 'upper' },
  { figure: 'extras' },
  '}"',
];

/** Writes what a row's prediction has to be read with, as further members of the explain object. */
export function extrasWriter(inputs: readonly string[]): (predictions: Predictions, index: number) => string {
  const writeOutOfRange = outOfRangeWriter(inputs);
  const writeUnknown = unknownWriter(inputs);
  return ({ outOfRange, unknown }, index) => {
    const beyond = outOfRange?.get(index);
    const gaps = unknown?.get(index);
    return (beyond ? writeOutOfRange(beyond) : '') + (gaps ? writeUnknown(gaps) : '');
  };
}

/** Writes each list only if it is not empty. */
function unknownWriter(names: readonly string[]) {
  const texts = new Map(names.map((name) => [name, escaped(JSON.stringify(name))]));
  return ({ inputs, unseen }: UnknownInputs): string => {
    const unknown = inputs.map((name) => texts.get(name)).join(',');
    const news = Object.keys(unseen).length > 0 ? JSON.stringify(`,"unseen_values":${JSON.stringify(unseen)}`) : '""';
    return (inputs.length > 0 ? `,\\"unknown_inputs\\":[${unknown}]` : '') + news.slice(1, -1);
  };
}

export function escaped(json: string): string {
  return json.charCodeAt(0) === 34 ? JSON.stringify(json).slice(1, -1) : json;
}

/** Names the inputs far outside the range of the training data. */
function outOfRangeWriter(inputs: readonly string[]) {
  const names = inputs.map((name) => JSON.stringify(JSON.stringify(name)).slice(1, -1));
  return (beyond: readonly number[]): string =>
    `,\\"out_of_range\\":[${beyond.map((input) => names[input]).join(',')}]`;
}

/**
 * `base` and the contributions of all columns add up to the predicted value, or to the probability of the answered
 * class. When some were sampled, their largest standard error is added.
 */
function contributionsWriter(inputs: readonly string[]) {
  const keys = inputs.map((name) => JSON.stringify(`${JSON.stringify(name)}:`).slice(1, -1));
  return ({ base, contributions, errors }: Explanations, index: number): string => {
    const start = index * keys.length;
    const parts = keys.map((key, input) => key + numberText(contributions[start + input]));
    // An unknown input has no error.
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

/** A true class is an anomaly when its probability is below one minus the requested coverage. */
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
