import { booleanWord } from '@sibyl/engine/columns/booleans.ts';
import type { ModelDescription } from '@sibyl/engine/model.ts';

/** Writes a value of a column as its table does: booleans by their words. */
export function sayValue(
  { ranges }: Pick<ModelDescription, 'ranges'>,
  column: string | null,
  value: string | boolean | null,
): string {
  if (typeof value !== 'boolean') return String(value ?? 'none');
  const words = ranges.find((range) => range.column === column)?.values ?? [];
  return booleanWord(words.map(String), value) ?? String(value);
}
