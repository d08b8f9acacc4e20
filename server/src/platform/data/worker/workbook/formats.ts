import type { FileOptions, TableWarning } from '../../types.ts';
import type { SheetPlan } from './plan-sheet.ts';
import type { SheetCounts, SheetValue } from './read-sheet.ts';

/** Returns the columns all of whose numbers have a format of percentages. */
export function sharesOf({ percents, others }: SheetCounts): number[] {
  return [...percents].filter((column) => !others.has(column));
}

/** Returns warnings about columns whose formats show other figures than are stored. */
export function formatWarnings(
  counts: SheetCounts,
  { names, from }: SheetPlan,
  types: FileOptions['types'] = {},
): TableWarning[] {
  const mixed = [...counts.percents].filter((column) => counts.others.has(column));
  return [
    ...mixed.map((at) => {
      const detail = `Column "${names[at - from]}": some cells have a format of percentages and store shares of 1, so 50% is 0.5; others have none. All are read as they are stored.`;
      return { code: 'mixed_units', detail, column: names[at - from] };
    }),
    ...[...counts.padded]
      .filter(([at]) => types[names[at - from]] === undefined)
      .map(([at, example]) => {
        const detail = `Column "${names[at - from]}": numbers are read as codes, with the zeros that their format shows, such as "${example}"; set the type to \`integer\` to read ${Number(example)}.`;
        return { code: 'read_as_codes', detail, column: names[at - from] };
      }),
  ];
}

/** Returns the number that `01067` shows; other values unchanged. */
export function unpadded(value: SheetValue): SheetValue {
  return typeof value === 'string' && /^0+\d+$/.test(value) ? Number(value) : value;
}
