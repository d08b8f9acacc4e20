import { isIdentifierName } from '../columns/identifiers.ts';
import type { SourceColumn } from '../columns/inputs.ts';
import { isNumeric } from '../readings/reading.ts';

/** Warns of numbers that are left out because they only count the rows, though their name does not say so. */
export function warnOfNumbering(columns: readonly SourceColumn[]): string[] {
  return columns
    .filter(
      ({ profile, role }) => role === 'identifier' && isNumeric(profile.reading) && !isIdentifierName(profile.name),
    )
    .map(
      ({ profile: { name } }) =>
        `column \`${name}\` is excluded, because it numbers the rows like an identifier; if it is a time, set options.order_by to \`${name}\``,
    );
}
