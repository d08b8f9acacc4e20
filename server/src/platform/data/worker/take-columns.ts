import { fileFault } from '../faults.ts';
import type { OpenedText } from './text-source.ts';

/** Returns the source with the columns of `names` alone, in that order; it has all of them. */
export function takeColumns(source: OpenedText, names: readonly string[]): OpenedText {
  const places = names.map((name) => source.names.indexOf(name));
  const { fields, typed, firstRows, isText, isSpan, isShare } = source;
  return {
    ...source,
    names,
    fields: places.map((place) => fields[place]),
    ...(typed && { typed: places.map((place) => typed[place]) }),
    ...(firstRows && { firstRows: places.map((place) => firstRows[place]) }),
    ...(isText && { isText: (index: number) => isText(places[index]) }),
    ...(isSpan && { isSpan: (index: number) => isSpan(places[index]) }),
    ...(isShare && { isShare: (index: number) => isShare(places[index]) }),
  };
}

/** Returns the columns that the sender chose, in the order of the file; all without a choice. */
export function chosenNames(names: readonly string[], chosen: readonly string[] | undefined): readonly string[] {
  if (chosen === undefined) return names;
  const wanted = new Set(chosen);
  if (wanted.size < chosen.length) {
    const repeated = chosen.find((name, place) => chosen.indexOf(name) < place);
    throw fileFault('invalid_option', `columns: names "${repeated}" twice.`);
  }
  const known = new Set(names);
  const stranger = chosen.find((name) => !known.has(name));
  if (stranger === undefined) return names.filter((name) => wanted.has(name));
  const detail = `columns: the file has no column "${stranger}"; it has ${listNames(names)}.`;
  throw fileFault('invalid_option', detail);
}

export function listNames(names: readonly string[]): string {
  const shown = names.slice(0, 20).map((name) => `"${name}"`);
  return names.length > 20 ? `${shown.join(', ')} and ${names.length - 20} more` : shown.join(', ');
}
