import type { ModelDescription } from '@sibyl/engine/model.ts';
import { invalidField, mostFaults } from '../../../errors.ts';
import { escapePointer } from '../../../http/reply/input-faults.ts';
import { nearestName } from '../../../nearest-name.ts';
import { type PredictParams, refuseFaults } from './predict-request.ts';
import { rowIdColumn } from './row-writer.ts';

/** Refuses parameters that belong to other kinds of models. */
export function refuseParamsOfOthers(
  { classes, task }: Pick<ModelDescription, 'classes' | 'task'>,
  { threshold, horizon, history, future, cumulative, explain }: PredictParams,
): void {
  if (threshold !== undefined && classes?.length !== 2)
    throw invalidField('/params/threshold', 'needs a model of two classes', 'not_allowed');
  if (task === 'forecast') {
    if (explain)
      throw invalidField('/params/explain', 'is not for forecasts: their columns contribute nothing', 'not_allowed');
    return;
  }
  const names = { horizon, history, future, cumulative };
  for (const name in names)
    if (names[name as keyof typeof names] !== undefined)
      throw invalidField(`/params/${name}`, 'needs a forecast', 'not_allowed');
}

/** Refuses columns of a table that training never saw. */
export function refuseUnknownColumns(
  description: ModelDescription,
  columns: readonly string[],
  { unknown_columns }: PredictParams,
): void {
  if (unknown_columns === 'ignore') return;
  const known = new Set([...description.inputs, ...description.knownColumns, description.target, rowIdColumn]);
  const strangers = columns.filter((column) => !known.has(column));
  refuseFaults(
    strangers.slice(0, mostFaults).map((column) => ({
      pointer: `/${escapePointer(column)}`,
      code: 'unknown_column',
      detail: unknownColumnSentence(description, column),
    })),
  );
}

const mostNamed = 20;
const longestName = 200;

/** Names that are compared for all hints of an answer: each comparison costs up to some microseconds. */
const mostCompared = 2000;

/** Returns how many strangers of a request get the name that was probably meant. */
export function hintsOf({ inputs }: ModelDescription): number {
  return Math.floor(mostCompared / inputs.length);
}

/** Returns the error text for a column that training never saw, with the probably intended name. */
export function unknownColumnSentence({ inputs, target }: ModelDescription, column: string, isHinted = true): string {
  const near = isHinted && column.length <= longestName ? nearestName(column, [...inputs, target]) : undefined;
  const reads = `it reads ${inputs.slice(0, mostNamed).join(', ')}${inputs.length > mostNamed ? ' …' : ''}`;
  const hint = near === undefined ? reads : `did you mean ${near}?`;
  return `is not a column of this model; ${hint} (\`unknown_columns\`: \`ignore\` lets others pass)`;
}
