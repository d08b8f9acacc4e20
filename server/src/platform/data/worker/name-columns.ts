import { fileFault } from '../faults.ts';

export const maxColumns = 5000;
export const maxNameLength = 256;

/**
 * Decides the names of columns: as given, `column_3` for a blank third. SQL cannot distinguish names that are equal or
 * differ only in case: they are refused, or with `renames` the later one becomes `name_2`.
 */
export function nameColumns(given: readonly string[], { renames = false } = {}): string[] {
  if (given.length === 0) throw fileFault('no_columns', 'The rows have no columns.');
  if (given.length > maxColumns) {
    throw fileFault('too_many_columns', `The file has ${given.length} columns; a table has at most ${maxColumns}.`);
  }
  const filled = given.map((name, index) => (name.trim() === '' ? `column_${index + 1}` : name));
  const names = renames ? renameRepeated(filled) : filled;
  const seen = new Map<string, number>();
  for (const [index, name] of names.entries()) {
    if (name.length > maxNameLength) {
      const detail = `The name of column ${index + 1} has ${name.length} characters; at most ${maxNameLength} are allowed.`;
      throw fileFault('column_name_too_long', detail);
    }
    const key = name.toLowerCase();
    const other = seen.get(key);
    if (other !== undefined) throw duplicateColumn(names, other, index);
    seen.set(key, index);
  }
  return names;
}

function duplicateColumn(names: readonly string[], left: number, right: number): Error {
  const [one, two] = [names[left], names[right]];
  const how = one === two ? `are both called "${one}"` : `are called "${one}" and "${two}", which differ only in case`;
  return fileFault('duplicate_column', `Columns ${left + 1} and ${right + 1} ${how}; rename one of them.`);
}

/** Renames the later of two equal names with a number that no other column has; exports often have such headers. */
function renameRepeated(names: readonly string[]): string[] {
  const taken = new Set(names.map((name) => name.toLowerCase()));
  const seen = new Set<string>();
  return names.map((name) => {
    let settled = name;
    if (seen.has(name.toLowerCase()))
      for (let number = 2; taken.has(settled.toLowerCase()); number++) settled = `${name}_${number}`;
    seen.add(settled.toLowerCase());
    taken.add(settled.toLowerCase());
    return settled;
  });
}
