import type { Judged } from '@sibyl/engine/comparison/align-classes.ts';
import { answerRows } from '@sibyl/engine/comparison/answer-rows.ts';
import { type ComparedAnswers, compareAnswers, fewestRows } from '@sibyl/engine/comparison/compare-answers.ts';
import { pickHeldOut } from '@sibyl/engine/held-out/keep-held-out.ts';
import type { AnsweredRows, Model } from '@sibyl/engine/model.ts';
import type { EngineLimits } from '../../../../platform/data/worker/duckdb.ts';
import type { ComparedFiles, ComparedRows, Incomparable } from '../figures.ts';
import { pairRows } from './pair-rows.ts';
import { type HeldRows, openSide, readHeldRows, readKnownKeys, rowsOf, type Side, sharedColumns } from './read-side.ts';

/** Answers of both versions to the same rows. */
interface Part {
  one: AnsweredRows;
  other: AnsweredRows;
  groups: Int32Array;
}

/**
 * Compares two versions on rows that neither learned from: those that both held out, and those that one held out and that
 * the other does not know. Where one of them keeps none, it is asked the other's, and may have learned from them.
 */
export async function compareModels(
  files: { one: ComparedFiles; other: ComparedFiles },
  limits: EngineLimits,
): Promise<ComparedRows | { incomparable: Incomparable }> {
  const [one, other] = [await openSide(files.one, limits), await openSide(files.other, limits)];
  const names = sharedColumns(one, other);
  const [held, othersHeld] = [await readHeldRows(one, names), await readHeldRows(other, names)];
  if (!held && !othersHeld) return { incomparable: 'nothing kept' };
  const areWhole = [one, other].every(({ model }) => knowsInputs(model, names));
  const shared = held && othersHeld ? pairUp(held, othersHeld, areWhole) : undefined;
  const newToOther = held && (await askUnknown(held, other, names));
  const newToThis = othersHeld && swap(await askUnknown(othersHeld, one, names));
  const honest = [shared, newToThis, newToOther].filter((part) => part !== undefined);
  const isSeen = rowsIn(honest) < fewestRows && !(held && othersHeld);
  const seen = held ? askAll(held, other) : othersHeld && swap(askAll(othersHeld, one));
  const compared = compareParts(one.model, other.model, isSeen && seen ? [seen] : honest);
  if (!compared) return { incomparable: 'no rows shared' };
  if (isSeen) return { ...doubt(compared, held ? 'other' : 'this'), new_to_this: 0, new_to_other: 0, is_seen: true };
  const [toThis, toOther] = [newToThis, newToOther].map((part) => (part ? rowsIn([part]) : 0));
  return { ...compared, new_to_this: toThis, new_to_other: toOther, is_seen: false };
}

/** A version that may have learned from the rows is not called better. */
function doubt({ rows, figures }: ComparedAnswers, seen: 'this' | 'other'): ComparedAnswers {
  return { rows, figures: figures.map((one) => (one.better === seen ? { ...one, better: null } : one)) };
}

function knowsInputs({ description: { inputs } }: Model, names: readonly string[]): boolean {
  return inputs.every((name) => names.includes(name));
}

function rowsIn(parts: readonly Part[]): number {
  return parts.reduce((sum, { groups }) => sum + groups.length, 0);
}

function swap(part: Part | undefined): Part | undefined {
  return part && { ...part, one: part.other, other: part.one };
}

function pairUp(held: HeldRows, others: HeldRows, areWhole: boolean): Part | undefined {
  const pairs = pairRows(held, others, areWhole);
  if (!pairs) return undefined;
  const one = pickHeldOut(held.held, pairs.places);
  return { one, other: pickHeldOut(others.held, pairs.matched), groups: one.groups };
}

/** Asks a version the held-out rows of another that it did not learn from. */
async function askUnknown(held: HeldRows, asked: Side, names: readonly string[]): Promise<Part | undefined> {
  const known = await readKnownKeys(asked, names);
  if (!known || !knowsInputs(asked.model, names)) return undefined;
  return ask(
    held,
    asked.model,
    Int32Array.from(held.keys.keys()).filter((place) => !known.has(held.keys[place])),
  );
}

function askAll(held: HeldRows, { model }: Side): Part | undefined {
  return ask(held, model, Int32Array.from(held.keys.keys()));
}

function ask({ held, table }: HeldRows, model: Model, places: Int32Array): Part | undefined {
  const { inputs, target } = model.description;
  const rows = rowsOf(table);
  const read = (row: Record<string, unknown>) => Object.fromEntries(inputs.map((name) => [name, row[name]]));
  const picked = Array.from(places, (place) => rows[place]);
  const answered = answerRows(
    model,
    picked.map(read),
    picked.map((row) => row[target]),
  );
  const own = pickHeldOut(held, places);
  return answered && { one: own, other: answered, groups: own.groups };
}

function compareParts(one: Model, other: Model, parts: readonly Part[]) {
  const judged = (model: Model, answered: AnsweredRows[]): Judged => ({
    answered: joinAnswers(answered),
    classes: model.description.classes,
  });
  return compareAnswers(
    judged(
      one,
      parts.map((part) => part.one),
    ),
    judged(
      other,
      parts.map((part) => part.other),
    ),
    joinGroups(parts),
  );
}

function joinAnswers(parts: readonly AnsweredRows[]): AnsweredRows {
  const join = (name: keyof AnsweredRows) => Float64Array.from(parts.flatMap((part) => [...(part[name] ?? [])]));
  return {
    truth: join('truth'),
    answers: join('answers'),
    chances: parts.some(({ chances }) => chances) ? join('chances') : null,
  };
}

/** Groups of different trainings have numbers of their own. */
function joinGroups(parts: readonly Part[]): Int32Array {
  let first = 0;
  const numbers = parts.flatMap(({ groups }) => {
    const start = first;
    first += groups.reduce((most, group) => Math.max(most, group), -1) + 1;
    return Array.from(groups, (group) => start + group);
  });
  return Int32Array.from(numbers);
}
