import type { Model } from '@sibyl/engine/model.ts';
import type { Column } from '@sibyl/engine/table.ts';
import { askedCell } from './asked-cell.ts';

/** Returns the mean width of the bounds of these rows of a table; null where the model has none. */
export function widthOfBounds(model: Model, columns: readonly Column[], rows: Int32Array): number | null {
  const inputs = columns.filter(({ name }) => model.description.inputs.includes(name));
  const asked = Array.from(rows, (row) =>
    Object.fromEntries(inputs.map((column) => [column.name, askedCell(column, row)])),
  );
  const { lower, upper } = model.predict(asked, {}, []) ?? {};
  if (!lower || !upper || asked.length === 0) return null;
  const width = lower.reduce((sum, low, row) => sum + upper[row] - low, 0) / asked.length;
  return Number.isFinite(width) ? width : null;
}
