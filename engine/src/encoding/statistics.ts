import type { TextField } from '../columns/fields.ts';
import type { SavedValue } from '../model-file/reader.ts';
import { dealGroups } from '../splits/deal-groups.ts';
import type { Labels } from '../target/labels.ts';
import type { Encoder } from './encoder.ts';
import type { TargetEncoderPlan } from './frame.ts';

/** The mean of the target in each category, shrunk to the overall mean where rows are few. */
interface Statistics {
  categories: readonly string[];
  /** (categories + 1) x outputs; the last row is for unseen categories. */
  means: Float64Array;
  outputs: number;
}

/** Columns with more categories than this get target statistics beside their codes. */
const fewestCategories = 25;
/** Each mean is shrunk as if its category had this many more rows of the overall mean. */
const prior = 10;
const mostOutputs = 10;
const innerFolds = 5;

/**
 * Plans target statistics for a column with many categories; undefined for other columns. A row's statistic excludes
 * all rows of its `group`.
 */
export function planStatistics(
  field: TextField,
  input: number,
  classCount: number,
  group: Int32Array,
): TargetEncoderPlan | undefined {
  if (field.texts.length < fewestCategories || classCount > mostOutputs) return undefined;
  return {
    input,
    fit(labels, train, seed) {
      const whole = summarise(field, labels, train);
      const encoder = encodeStatistics(field.profile.name, input, whole);
      const columns = encoder.features.map(() => new Float64Array(field.codes.length));
      write(field, whole, field.codes.keys(), columns);
      const foldOf = dealGroups(group, train, innerFolds, seed + 104_729);
      for (let fold = 0; fold < innerFolds; fold++) {
        const others = train.filter((_, index) => foldOf[index] !== fold);
        const own = train.filter((_, index) => foldOf[index] === fold);
        write(field, summarise(field, labels, others), own, columns);
      }
      return { encoder, columns };
    },
  };
}

/** One mean for numbers and two classes, a share for each class otherwise. */
function summarise(field: TextField, { values, classCount }: Labels, rows: Int32Array): Statistics {
  const outputs = classCount > 2 ? classCount : 1;
  const categories = field.texts.length;
  const means = new Float64Array((categories + 1) * outputs);
  const counts = new Float64Array(categories + 1);
  const overall = means.subarray(categories * outputs);
  for (const row of rows) {
    const code = field.codes[row];
    for (let output = 0; output < outputs; output++) {
      const value = classCount > 2 ? Number(values[row] === output) : values[row];
      overall[output] += value / rows.length;
      if (code >= 0) means[code * outputs + output] += value;
    }
    if (code >= 0) counts[code] += 1;
  }
  for (let category = 0; category < categories; category++)
    for (let output = 0; output < outputs; output++) {
      const at = category * outputs + output;
      means[at] = (means[at] + prior * overall[output]) / (counts[category] + prior);
    }
  return { categories: field.texts, means, outputs };
}

function write(
  field: TextField,
  { means, outputs }: Statistics,
  rows: Iterable<number>,
  columns: Float64Array[],
): void {
  for (const row of rows) {
    const code = field.codes[row];
    for (let output = 0; output < outputs; output++)
      columns[output][row] = code < 0 ? Number.NaN : means[code * outputs + output];
  }
}

function encodeStatistics(name: string, input: number, statistics: Statistics): Encoder {
  const { categories, means, outputs } = statistics;
  const codes = new Map(categories.map((category, code) => [category, code]));
  const slots = Array.from({ length: outputs }, (_, output) => `${name} (mean ${output + 1} of the target)`);
  return {
    label: 'target statistics',
    categories,
    features: slots.map((slot) => ({ name: slot, input, categories: 0 })),
    encode(_value, text, vector, slot) {
      const code = text === undefined ? -1 : (codes.get(text) ?? categories.length);
      for (let output = 0; output < outputs; output++)
        vector[slot + output] = code < 0 ? Number.NaN : means[code * outputs + output];
    },
    decode(vector, slot, first) {
      let best = { category: undefined as string | undefined, distance: Number.POSITIVE_INFINITY };
      for (let code = first; code < categories.length; code++) {
        let distance = 0;
        for (let output = 0; output < outputs; output++)
          distance += (means[code * outputs + output] - vector[slot + output]) ** 2;
        if (distance < best.distance) best = { category: categories[code], distance };
      }
      return best.category;
    },
    knows: (text) => codes.has(text),
    save: (tensors) => ({ kind: 'statistics', categories, outputs, means: tensors.add(means) }),
  };
}

export function loadStatistics(saved: SavedValue, name: string, input: number): Encoder {
  const outputs = saved.get('outputs').integer(1, mostOutputs);
  const categories = saved
    .get('categories')
    .list(10_000_000)
    .map((category) => category.text());
  const means = saved.get('means').doubles((categories.length + 1) * outputs);
  return encodeStatistics(name, input, { categories, means, outputs });
}
