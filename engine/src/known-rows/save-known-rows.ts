import type { SavedValue } from '../model-file/reader.ts';
import type { TensorWriter } from '../model-file/tensors.ts';
import type { KnownRows } from './known-rows.ts';
import { mostKnown, mostNear } from './learn-known-rows.ts';

export function saveKnownRows(
  { equal, near, tolerances, keys, cells }: KnownRows,
  tensors: TensorWriter,
): Record<string, unknown> {
  return {
    equal: tensors.add(equal),
    near: tensors.add(near),
    tolerances: tensors.add(tolerances),
    keys: tensors.add(keys),
    cells: tensors.add(cells),
  };
}

export function loadKnownRows(saved: SavedValue, featureCount: number): KnownRows {
  const equal = saved.get('equal').integers(Int32Array, 0, featureCount - 1);
  const near = saved.get('near').integers(Int32Array, 0, featureCount - 1);
  const tolerances = saved.get('tolerances').doubles(near.length);
  const keys = saved.get('keys').tensorOf(Uint32Array);
  const cells = saved.get('cells').doubles(keys.length * near.length);
  if (equal.length > featureCount || near.length > mostNear || keys.length > mostKnown)
    saved.fail(`at most ${mostKnown} rows of slots of their own`);
  if (!saved.isChecked && !keys.every((key, place) => place === 0 || keys[place - 1] <= key))
    saved.fail('known rows in ascending order');
  if (!tolerances.every((tolerance) => tolerance >= 0)) saved.fail('tolerances of 0 or more');
  return { equal, near, tolerances, keys, cells };
}
