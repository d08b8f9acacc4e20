import type { ColumnKind } from '@sibyl/engine/description.ts';
import type { ModelDescription } from '@sibyl/engine/model.ts';
import type { ColumnSummary, ModelSummary } from '../../../builtin/grounding.ts';
import type { JsonSchema } from '../toolset.ts';

/** Maximum inputs offered to a language model: the most important columns. */
const mostInputs = 60;

export interface SummarisedModel extends ModelSummary {
  /** Returns the column behind an input name: providers accept only letters, digits, `_`, `.` and `-`. */
  columnOf(input: string): string;
  /** Number of less important columns, which cannot be given and count as unknown. */
  leftOut: number;
}

/** Summarises a model's inputs and target from its training data. */
export function summariseModel(name: string, description: ModelDescription): SummarisedModel {
  const { target, task, ranges, features } = description;
  const asked = features.filter(({ role }) => role === 'feature' || role === 'group' || role === 'time');
  const important = asked.toSorted((a, b) => b.importance - a.importance).slice(0, mostInputs);
  const columns = new Map<string, string>();
  const inputs = important.map(({ column, type, distinct }): ColumnSummary => {
    const range = ranges.find((one) => one.column === column);
    const input = freeName(column, columns);
    columns.set(input, column);
    return {
      name: input,
      type: columnTypes[type] ?? 'text',
      distinct,
      ...(range?.values ? { values: range.values } : {}),
      ...(range?.values ? {} : { min: range?.min ?? null, max: range?.max ?? null }),
    };
  });
  const leftOut = asked.length - important.length;
  return { name, target, task, inputs, leftOut, columnOf: (input) => columns.get(input) ?? input };
}

const columnTypes: Partial<Record<ColumnKind, string>> = { number: 'number', boolean: 'boolean', datetime: 'datetime' };

function freeName(column: string, taken: ReadonlyMap<string, string>): string {
  const plain = column.replace(/[^A-Za-z0-9_.-]+/g, '_').slice(0, 60);
  for (let count = 1; ; count += 1) {
    const name = count === 1 ? plain : `${plain}_${count}`;
    if (!taken.has(name)) return name;
  }
}

const jsonTypes: Record<string, string> = { number: 'number', boolean: 'boolean' };

/** Returns the JSON Schema of a model's inputs: all are optional, no others are accepted. An input of the same name hides `explain`. */
export function inputSchema({ inputs, task }: ModelSummary): JsonSchema {
  const properties = inputs.map((input) => [
    input.name,
    { type: jsonTypes[input.type] ?? 'string', description: describeInput(input) },
  ]);
  const mayExplain = task !== 'forecast' && !inputs.some(({ name }) => name === 'explain');
  const explain = { type: 'boolean', description: 'Whether to tell how far each input moved the answer.' };
  const horizon = { type: 'integer', minimum: 1, description: 'Steps to look ahead.' };
  return {
    type: 'object',
    properties: {
      ...Object.fromEntries(properties),
      ...(task === 'forecast' ? { horizon } : {}),
      ...(mayExplain ? { explain } : {}),
    },
    additionalProperties: false,
  };
}

function describeInput({ values, min, max, type }: ColumnSummary): string {
  if (values) return `Seen in training: ${values.map((value) => JSON.stringify(value).slice(0, 60)).join(', ')}.`;
  if (min === null || min === undefined) return `A ${type}.`;
  return `Seen in training: ${String(min).slice(0, 60)} to ${String(max).slice(0, 60)}.`;
}
