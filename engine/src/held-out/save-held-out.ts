import type { HeldOut } from '../model.ts';
import type { SavedValue } from '../model-file/reader.ts';
import type { TensorWriter } from '../model-file/tensors.ts';

const mostRows = 2 ** 31 - 1;

export function saveHeldOut({ rows, groups, truth, answers, chances }: HeldOut, tensors: TensorWriter) {
  return {
    rows: tensors.add(rows),
    groups: tensors.add(groups),
    truth: tensors.add(truth),
    answers: tensors.add(answers),
    chances: chances && tensors.add(chances),
  };
}

/** `classCount` is 0 for numbers. */
export function loadHeldOut(saved: SavedValue, classCount: number): HeldOut {
  const rows = saved.get('rows').integers(Int32Array, 0, mostRows);
  const answersOf = (name: string) => {
    const values = saved.get(name).doubles(rows.length);
    const isPlace = (value: number) => Number.isInteger(value) && value >= 0 && value < classCount;
    return classCount === 0 || values.every(isPlace) ? values : saved.get(name).fail('places of classes');
  };
  return {
    rows,
    groups: saved.get('groups').integers(Int32Array, 0, mostRows, rows.length),
    truth: answersOf('truth'),
    answers: answersOf('answers'),
    chances: classCount === 0 ? null : saved.get('chances').doubles(rows.length),
  };
}
