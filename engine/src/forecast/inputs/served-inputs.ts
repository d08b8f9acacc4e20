import { profileFrom } from '../../columns/load-profile.ts';
import type { SavedValue } from '../../model-file/reader.ts';
import type { TensorWriter } from '../../model-file/tensors.ts';
import { type InputForm, inputForms } from './fit-with-inputs.ts';
import { type KnownInput, totalWidth } from './known-input.ts';

/** What a forecast knows of its inputs: without them its paths are no answers. */
export interface ServedInputs {
  columns: readonly KnownInput[];
  form: InputForm;
  /** Series x numbers of the inputs; in units of the target where inputs add. */
  weights: Float64Array;
  /** Series x steps x numbers of the inputs, from rows of the table after the last known value; NaN where unknown. */
  ahead: Float64Array;
}

const [mostColumns, mostCategories, mostWidth] = [50, 100, 5000];

/** Leaves out the cells of the training. */
export function plainInput({ profile, categories, usual, centre, spread, isBent }: KnownInput): KnownInput {
  return { profile, categories, usual, centre, spread, isBent };
}

export function saveInputs({ columns, form, weights, ahead }: ServedInputs, tensors: TensorWriter) {
  const plain = columns.map(plainInput);
  // A file holds finite numbers only.
  const known = Uint8Array.from(ahead, (cell) => Number(!Number.isNaN(cell)));
  const cells = ahead.map((cell) => cell || 0);
  return { columns: plain, form, weights: tensors.add(weights), ahead: tensors.add(cells), known: tensors.add(known) };
}

/** Absent in older files and where no inputs are used. */
export function loadInputs(saved: SavedValue, series: number, limit: number): ServedInputs | null {
  if (saved.isNull) return null;
  const columns = saved
    .get('columns')
    .list(mostColumns)
    .map((column): KnownInput => {
      const [categories, usual] = [column.get('categories'), column.get('usual')];
      return {
        profile: profileFrom(column.get('profile')),
        categories: categories.isNull ? null : categories.list(mostCategories).map((word) => word.text()),
        usual: usual.isNull ? null : usual.text(),
        centre: column.get('centre').number(-1e131, 1e131),
        spread: column.get('spread').number(Number.MIN_VALUE, 1e131),
        // Absent in files of older versions.
        isBent: !column.get('isBent').isNull && column.get('isBent').boolean(),
      };
    });
  const width = totalWidth(columns);
  if (width > mostWidth) saved.fail(`inputs of at most ${mostWidth} numbers`);
  const known = saved.get('known').integers(Uint8Array, 0, 1, series * limit * width);
  return {
    columns,
    form: saved.get('form').oneOf(inputForms),
    weights: saved.get('weights').doubles(series * width),
    ahead: saved
      .get('ahead')
      .doubles(series * limit * width)
      .map((cell, place) => (known[place] === 1 ? cell : Number.NaN)),
  };
}
