import { CellError, createCleaner, createNumericReader } from '../columns/cells.ts';
import type { ColumnProfile } from '../columns/profile.ts';
import { createFinder, meaningOf } from '../columns/spellings.ts';
import type { ClassLabel } from '../description.ts';

/** Reads a true cell as the index of its class; undefined for an unseen class and for a missing cell. */
export type ClassReader = (cell: unknown) => number | undefined;

/**
 * Returns the reader of class cells: `true`, `1`, `"1"` and `"yes"` are one class if only one class of the target has
 * that meaning.
 */
export function createClassReader(classes: readonly ClassLabel[], { reading, spellings }: ColumnProfile): ClassReader {
  const indexOf = new Map(classes.map((label, index) => [label, index]));
  const find = createFinder(
    spellings,
    classes.map((label) => String(label)),
  );
  const byText = new Map(classes.map((label, index) => [String(label), index]));
  const clean = createCleaner({ type: 'text', blanks: reading.type === 'text' ? reading.blanks : [] });
  const readNumber = typeof classes[0] === 'number' ? createNumericReader(reading) : undefined;
  return (cell) => {
    const text =
      typeof cell === 'string' || typeof cell === 'number' || typeof cell === 'boolean'
        ? clean(String(cell))
        : undefined;
    if (text === undefined) return undefined;
    const value = readNumber?.(typeof cell === 'boolean' ? Number(cell) : cell);
    const asNumber = value === undefined || value instanceof CellError ? undefined : indexOf.get(value);
    return asNumber ?? byText.get(find(text)) ?? indexOfMeaning(classes, meaningOf(text));
  };
}

function indexOfMeaning(classes: readonly ClassLabel[], meaning: number): number | undefined {
  if (Number.isNaN(meaning)) return undefined;
  const same = [...classes.keys()].filter((index) => meaningOf(String(classes[index])) === meaning);
  return same.length === 1 ? same[0] : undefined;
}
