import type { ModelDescription, UnknownInputs } from '@sibyl/engine/model.ts';
import { type AskedRow, type Batch, rowIdColumn } from '../row-writer.ts';

export type ColumnSqlType = 'DOUBLE' | 'VARCHAR' | 'BOOLEAN';
type Value = number | string | boolean | null;

/** A column of a predicted table: one figure of a prediction. */
export interface PredictionColumn {
  name: string;
  type: ColumnSqlType;
  read(asked: AskedRow, batch: Batch, index: number): Value;
}

interface Wanted {
  /** Names of the columns in the upload. */
  sent: readonly string[];
  explain: boolean;
}

/** With more classes, all probabilities go into one column as JSON. */
const mostClassColumns = 100;

/**
 * Returns the figures of a prediction as columns: the same as in the JSON answer, without nested JSON. Where the target
 * was sent, its column stays as it was, so that truth and prediction cannot be taken for each other. So does every
 * other column that was sent: a figure of its name is called `<name>_2`, or by the next free number.
 */
export function predictionColumns(description: ModelDescription, { sent, explain }: Wanted): PredictionColumn[] {
  const { target, classes } = description;
  const isSent = sent.includes(target);
  const staysSent = isSent && description.task !== 'forecast'; // which answers one row with many
  const bounds = [boundColumn(`${target}_min`, 'lower'), boundColumn(`${target}_max`, 'upper')];
  const truth = isSent ? truthColumns(target, classes !== null, staysSent) : [];
  const columns = [
    ...seriesColumns(description),
    valueColumn(description, staysSent ? `${target}_predicted` : target),
    numberColumn(`${target}_confidence`, (batch, index) => batch.predictions.confidence[index]),
    ...(classes ? probabilityColumns(target, classes) : bounds),
    ...truth,
    remarksColumn(description),
    ...(explain ? explanationColumns(description) : []),
  ];
  return withFreeNames(columns, description.task === 'forecast' ? [] : sent);
}

/** Names are free where no other one equals them in any case, as DuckDB compares them. */
function withFreeNames(columns: readonly PredictionColumn[], sent: readonly string[]): PredictionColumn[] {
  const taken = new Set(sent.map((name) => name.toLowerCase()));
  return columns.map((column) => {
    let name = column.name;
    for (let number = 2; taken.has(name.toLowerCase()); number += 1) name = `${column.name}_${number}`;
    taken.add(name.toLowerCase());
    return { ...column, name };
  });
}

function numberColumn(name: string, read: (batch: Batch, index: number) => number | undefined): PredictionColumn {
  return { name, type: 'DOUBLE', read: (_, batch, index) => finite(read(batch, index)) };
}

function finite(value: number | undefined): number | null {
  return value !== undefined && Number.isFinite(value) ? value : null;
}

function valueColumn({ classes }: ModelDescription, name: string): PredictionColumn {
  if (!classes) return numberColumn(name, ({ predictions }, index) => predictions.values[index]);
  const [first] = classes;
  const type = typeof first === 'number' ? 'DOUBLE' : typeof first === 'boolean' ? 'BOOLEAN' : 'VARCHAR';
  return { name, type, read: (_, { predictions }, index) => classes[predictions.values[index]] };
}

function boundColumn(name: string, side: 'lower' | 'upper'): PredictionColumn {
  return numberColumn(name, ({ predictions }, index) => predictions[side]?.[index]);
}

function probabilityColumns(target: string, classes: readonly unknown[]): PredictionColumn[] {
  const share = ({ predictions }: Batch, index: number, label: number) =>
    predictions.probabilities?.[index * classes.length + label];
  if (classes.length <= mostClassColumns)
    return classes.map((label, place) =>
      numberColumn(`${target}_probability_${label}`, (batch, index) => share(batch, index, place)),
    );
  const read: PredictionColumn['read'] = (_, batch, index) =>
    JSON.stringify(Object.fromEntries(classes.map((label, place) => [String(label), share(batch, index, place) ?? 0])));
  return [{ name: `${target}_probabilities`, type: 'VARCHAR', read }];
}

/** Returns the columns of the true value, unless it stays where it was sent, and of whether it is an anomaly. */
function truthColumns(target: string, isClass: boolean, staysSent: boolean): PredictionColumn[] {
  const original: PredictionColumn = {
    name: `${target}_original`,
    type: 'VARCHAR',
    read: ({ original }) => (original === null || original === undefined ? null : String(original)),
  };
  return [
    ...(staysSent ? [] : [original]),
    { name: `${target}_anomaly`, type: 'BOOLEAN', read: isClass ? isUnlikely : isOutside },
  ];
}

function isOutside({ truth }: AskedRow, { predictions: { lower, upper } }: Batch, index: number): boolean | null {
  if (truth === undefined || !lower || !upper || Number.isNaN(lower[index])) return null;
  return truth < lower[index] || truth > upper[index];
}

function isUnlikely({ truth }: AskedRow, { predictions, quantile }: Batch, index: number): boolean | null {
  if (truth === undefined || Number.isNaN(predictions.confidence[index])) return null;
  const width = (predictions.probabilities?.length ?? 0) / predictions.count;
  return truth < 0 || (predictions.probabilities?.[index * width + truth] ?? 0) < 1 - quantile;
}

/**
 * Returns a column that says in words what the JSON answer has as `unknown_inputs`, `unseen_values` and `out_of_range`.
 */
function remarksColumn({ target, inputs }: ModelDescription): PredictionColumn {
  return {
    name: `${target}_remarks`,
    type: 'VARCHAR',
    read(_, { predictions }, index) {
      const unknown = predictions.unknown?.get(index);
      const beyond = predictions.outOfRange?.get(index);
      if (!unknown && !beyond) return null;
      const far = beyond ? [`far outside of what training saw: ${beyond.map((one) => inputs[one]).join(', ')}`] : [];
      return [...(unknown ? wordsOf(unknown) : []), ...far].join('; ');
    },
  };
}

function wordsOf({ inputs, unseen }: UnknownInputs): string[] {
  const missing = inputs.filter((name) => !Object.hasOwn(unseen, name));
  const strangers = Object.entries(unseen).map(([column, value]) => `${column} ${JSON.stringify(value)}`);
  return [
    ...(missing.length > 0 ? [`not given: ${missing.join(', ')}`] : []),
    ...(strangers.length > 0 ? [`not seen in training: ${strangers.join(', ')}`] : []),
  ];
}

function explanationColumns({ target, inputs }: ModelDescription): PredictionColumn[] {
  const contribution = (name: string, input: number) =>
    numberColumn(
      `${target}_contribution_${name}`,
      ({ explanations }, index) => explanations?.contributions[index * inputs.length + input],
    );
  return [
    numberColumn(`${target}_base`, ({ explanations }, index) => explanations?.base[index]),
    ...inputs.map(contribution),
  ];
}

/** Returns the columns of time and series of a forecast, which answers one row with many. */
function seriesColumns({ task, inputs, target }: ModelDescription): PredictionColumn[] {
  if (task !== 'forecast') return [];
  const names = inputs.filter((name) => name !== target && name !== rowIdColumn);
  return names.map((name) => ({
    name,
    type: 'VARCHAR',
    read: ({ cells }) => {
      const cell = Object.hasOwn(cells, name) ? cells[name] : null;
      return cell === null || cell === undefined ? null : String(cell);
    },
  }));
}
