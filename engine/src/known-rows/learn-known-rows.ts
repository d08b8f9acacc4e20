import type { TextField } from '../columns/fields.ts';
import type { Encoder } from '../encoding/encoder.ts';
import type { Frame } from '../encoding/frame.ts';
import { rowNumbers } from '../random.ts';
import { findAlone, type Repeats } from '../validation/repeats.ts';
import { type Comparison, compareCopies, type SlotColumn } from './compare-copies.ts';
import { comparable, hashSlots, isKnown, type KnownRows } from './known-rows.ts';

/** Most rows that a model file keeps a hash of, and most numbers that it keeps of each. */
export const [mostKnown, mostNear] = [200_000, 8];
/** Least share of the rows that repeat another one which must be recognised, and most of those that stand alone. */
const [leastRecognised, mostMistaken] = [0.8, 0.1];

/** Recognises rows of a training, and which of them are like others. */
export interface LearnedRows {
  known: KnownRows;
  /** Returns whether a row is like one of the others for which `isWanted` holds. */
  isLikeOther(row: number, isWanted?: (other: number) => boolean): boolean;
}

/**
 * Learns from the repeats of a table how a row that repeats a known one is recognised by its inputs alone; null where
 * they do not show it, as where few categories are equal in many rows by chance.
 */
export function learnKnownRows(frame: Frame, repeats: Repeats): LearnedRows | null {
  if (frame.rowCount > mostKnown) return null;
  const comparison = compareCopies(servedColumns(frame, repeats), repeats.group, mostNear);
  if (comparison.equal.length + comparison.near.length === 0) return null;
  const learned = collect(comparison, frame.rowCount);
  return agrees(learned, repeats.group) ? learned : null;
}

/**
 * Returns the slots as the served model will write them, without columns in which copies differ freely. Scores of texts
 * are out of fold in the frame, so texts are encoded again.
 */
function servedColumns({ base, fields }: Frame, { differing, jittered }: Repeats): SlotColumn[] {
  return base.encoders
    .filter(({ input }) => jittered.includes(input) || !differing.includes(input))
    .flatMap(({ input, slot, encoder }) => {
      const field = fields[input];
      const isText = field.type === 'text' && field.profile.kind !== 'category';
      const columns = isText ? encodeTexts(field, encoder) : base.columns.slice(slot, slot + encoder.features.length);
      return columns.map((cells, index) => ({ slot: slot + index, cells, isJittered: jittered.includes(input) }));
    });
}

/** Encodes each distinct text once. */
function encodeTexts({ texts, codes }: TextField, encoder: Encoder): Float64Array[] {
  const width = encoder.features.length;
  const vectors = [...texts, undefined].map((text) => {
    const vector = new Float64Array(width);
    encoder.encode(Number.NaN, text, vector, 0);
    return vector;
  });
  return Array.from({ length: width }, (_, index) => Float64Array.from(codes, (code) => vectors.at(code)![index]));
}

function collect({ equal, near }: Comparison, rowCount: number): LearnedRows {
  const columns = [...equal, ...near];
  const width = Math.max(...columns.map(({ slot }) => slot)) + 1;
  const scratch = new Float64Array(width);
  const encode = (row: number) => {
    for (const { slot, cells } of columns) scratch[slot] = cells[row];
    return scratch;
  };
  const equalSlots = Int32Array.from(equal, ({ slot }) => slot);
  const keyOf = Uint32Array.from(rowNumbers(rowCount), (row) => hashSlots(equalSlots, encode(row), 0));
  const firstOf = (row: number) => (near.length > 0 ? comparable(near[0].cells[row]) : 0);
  const order = rowNumbers(rowCount).sort((a, b) => keyOf[a] - keyOf[b] || firstOf(a) - firstOf(b) || a - b);
  const all: KnownRows = {
    equal: equalSlots,
    near: Int32Array.from(near, ({ slot }) => slot),
    tolerances: Float64Array.from(near, ({ tolerance }) => tolerance),
    keys: Uint32Array.from(order, (row) => keyOf[row]),
    cells: Float64Array.from({ length: rowCount * near.length }, (_, cell) =>
      comparable(near[cell % near.length].cells[order[Math.floor(cell / near.length)]]),
    ),
  };
  return {
    // A hash that stands several times says no more than one.
    known:
      near.length > 0
        ? all
        : { ...all, keys: all.keys.filter((key, place) => place === 0 || key !== all.keys[place - 1]) },
    isLikeOther: (row, isWanted = () => true) =>
      isKnown(all, encode(row), 0, (place) => order[place] !== row && isWanted(order[place])),
  };
}

/** Returns whether rows that repeat another one are recognised by it, and those that stand alone are not. */
function agrees({ isLikeOther }: LearnedRows, group: Int32Array): boolean {
  const alone = findAlone(group);
  let [recognised, mistaken] = [0, 0];
  for (const row of group.keys()) {
    if (!isLikeOther(row)) continue;
    if (alone.has(row)) mistaken += 1;
    else recognised += 1;
  }
  return recognised >= leastRecognised * (group.length - alone.size) && mistaken <= mostMistaken * alone.size;
}
