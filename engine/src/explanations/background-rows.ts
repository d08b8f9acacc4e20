import type { RowReader } from '../answers/row-reader.ts';
import type { ColumnProfile } from '../columns/profile.ts';
import type { IncompleteAnswers } from '../incomplete-rows/incomplete-answers.ts';
import { unknownAmong } from '../incomplete-rows/unknown-inputs.ts';
import type { BackgroundRows, ModelDescription } from '../model.ts';
import type { ReferenceRows } from '../reference-rows/reference-rows.ts';
import { chooseBackground, mostRows } from './background.ts';
import { createDecoder } from './decode-cell.ts';

/** The rows that explanations compare with, as models read them (row-major), and as callers may send them. */
export interface Background {
  encoded: Float64Array;
  shown: BackgroundRows;
}

/** The parts of a trained model that its background follows from. */
export interface BackgroundState {
  description: Pick<ModelDescription, 'classes'>;
  profiles: readonly ColumnProfile[];
  featureCount: number;
  reference: ReferenceRows;
  typical?: Float64Array;
  incomplete: IncompleteAnswers | null;
}

/** Finds the background of a model; `predict` returns numbers, or the probabilities of all classes. */
export function findBackground(
  state: BackgroundState,
  reader: RowReader,
  predict: (rows: Float64Array, count: number) => Float64Array,
): Background {
  const { profiles, featureCount, description } = state;
  const cells = withoutUnknown(state, reader);
  const count = cells.length / featureCount;
  const scratch = new Float64Array(featureCount);
  const decoders = reader.inputs.map((input) => createDecoder(input, profiles[input.input], scratch));
  const rows = Array.from({ length: count }, (_, row) => {
    const encoded = cells.subarray(row * featureCount, (row + 1) * featureCount);
    return { encoded, shown: decoders.map((decode) => decode(encoded)) };
  });
  const answers = predict(cells, count);
  const typical = state.typical ?? meanAnswers(answers, description.classes?.length ?? 1);
  const chosen = Array.from(chooseBackground({ count, cells }, answers, typical), (row) => rows[row]);
  const isShown = profiles.map((_, input) => rows.every(({ shown }) => shown[input] !== undefined));
  const named = profiles.map(({ name }, input) => ({ name, input }));
  return {
    encoded: Float64Array.from(chosen.flatMap(({ encoded }) => [...encoded])),
    shown: {
      rows: chosen.map(({ shown }) =>
        Object.fromEntries(named.flatMap(({ name, input }) => (isShown[input] ? [[name, shown[input] ?? null]] : []))),
      ),
      hidden: named.flatMap(({ name, input }) => (isShown[input] ? [] : [name])),
    },
  };
}

/** Returns the mean answer of each output. */
function meanAnswers(answers: Float64Array, outputs: number): Float64Array {
  const means = new Float64Array(outputs);
  for (const [index, answer] of answers.entries()) means[index % outputs] += (answer * outputs) / answers.length;
  return means;
}

/**
 * Copies the reference rows, without those that lack a cell which training nearly always had, unless these are most:
 * such rows are answered by completing them, not by what models make of a missing cell.
 */
function withoutUnknown({ reference, incomplete, featureCount }: BackgroundState, { inputs }: RowReader) {
  const rows = Array.from({ length: reference.count }, (_, row) =>
    reference.cells.subarray(row * featureCount, (row + 1) * featureCount),
  );
  const missingOf = (row: Float64Array) =>
    inputs.filter((one) => one.slots.every((slot) => Number.isNaN(row[slot]))).map(({ input }) => input);
  const known = incomplete ? rows.filter((row) => unknownAmong(incomplete.gaps, missingOf(row)).length === 0) : rows;
  const kept = known.length >= Math.max(mostRows, rows.length / 2) ? known : rows;
  const cells = new Float64Array(kept.length * featureCount);
  for (const [place, row] of kept.entries()) cells.set(row, place * featureCount);
  return cells;
}
