import type { ModelHandle } from '../../../sdk/src/index.ts';
import { CommandError } from './files.ts';
import { note, print, printJson, printTable } from './print.ts';

type Attribute = NonNullable<Parameters<ModelHandle['describe']>[0]>;
type Row = Record<string, unknown>;

/** Prints an attribute of a model as tables: `roc`, `slices`, `backtest` … */
export async function describeModel(model: ModelHandle, attribute: string, json?: boolean): Promise<void> {
  const rows = await model.describe(attribute as Attribute);
  if (json) return printJson(rows);
  if (rows.length === 0) return print('The model has nothing to show for this.');
  const isList = (value: unknown) => Array.isArray(value) && typeof value[0] === 'object';
  const lists = rows.length > 1 ? [] : Object.entries(rows[0]).filter(([, value]) => isList(value));
  const names = lists.map(([name]) => name);
  printTable(rows.map((row) => flatten(row, names)));
  for (const [name, list] of lists) {
    print(`\n${name}`);
    printTable((list as Row[]).map((row) => flatten(row, [])));
  }
}

/** Lists and objects within a row are shown as JSON. */
function flatten(row: Row, without: readonly string[]): Row {
  const cells = Object.entries(row).filter(([name]) => !without.includes(name));
  const show = (value: unknown) => (typeof value === 'object' && value !== null ? JSON.stringify(value) : value);
  return Object.fromEntries(cells.map(([name, value]) => [name, show(value)]));
}

/** Prints each figure of two models on the same rows, and which one is better beyond chance. */
export async function compareModels(model: ModelHandle, other: string, json?: boolean): Promise<void> {
  const compared = await model.compare(other);
  if (json) return printJson(compared);
  const { figures, rows, is_seen } = compared;
  const sides = [compared.this, compared.other];
  const [own, others] = sides.map((side) => `${side.model}@${side.version}`);
  const [ownBetter, othersBetter] = sides.map(
    (side, place) => `${[own, others][place]}${side.may_leak ? ' (may leak)' : ''}`,
  );
  printTable(
    figures.map(({ metric, value, other: beside, difference, standard_error, better }) => ({
      metric,
      [own]: value,
      [others]: beside,
      difference,
      'standard error': standard_error,
      better: better === null ? 'not significant' : better === 'this' ? ownBetter : othersBetter,
    })),
  );
  const seen = is_seen ? ', on which one of them may have been trained' : ', on which neither was trained';
  note(`On ${rows} rows${seen}.`);
  for (const [place, side] of sides.entries())
    for (const warning of side.warnings) note(`${[own, others][place]}: ${warning}.`);
}

export interface ThresholdOptions {
  costs?: string;
  usual?: boolean;
  json?: boolean;
}

/** Sets from which probability on the second of two classes is answered, and prints what that is worth. */
export async function setThreshold(
  model: ModelHandle,
  threshold: number | undefined,
  { costs, usual, json }: ThresholdOptions,
): Promise<void> {
  const given = [threshold, costs, usual].filter((one) => one !== undefined);
  if (given.length > 1) throw new CommandError('Use only one of: a probability, --costs, --usual.');
  if (threshold !== undefined) await model.update({ threshold });
  if (costs !== undefined) await model.update({ threshold: null, costs: readCosts(costs) });
  if (usual) await model.update({ threshold: null, costs: null });
  const worth = await model.describe('threshold');
  if (worth.length === 0 && !json) return print('The likelier class is predicted.');
  return describeModel(model, 'threshold', json);
}

/** `yes:20:1`: a missed yes costs 20, a false one 1. */
function readCosts(text: string): Record<string, { missed: number; false: number }> {
  const [, label, missed, wrong] = /^(.+):([\d.]+):([\d.]+)$/.exec(text) ?? [];
  if (label === undefined)
    throw new CommandError('--costs must be a class and the costs of a missed and of a false one, such as yes:20:1.');
  return { [label]: { missed: Number(missed), false: Number(wrong) } };
}
