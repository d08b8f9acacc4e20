import { Type } from 'typebox';
import { invalidField } from '../../errors.ts';

/** A moment in a query string (RFC 3339). */
export const moment = Type.String({
  pattern: '^\\d{4}-\\d\\d-\\d\\d[Tt]\\d\\d:\\d\\d:\\d\\d(?:\\.\\d{1,9})?(?:[Zz]|[+-]\\d\\d:\\d\\d)$',
  description: 'RFC 3339.',
  examples: ['2026-01-31T12:00:00Z'],
});

/**
 * Returns the moment in the format of records, which compares as text.
 * @throws ServiceError for a day or hour that does not exist
 */
export function readMoment(text: string | undefined, pointer: string): string | undefined {
  if (text === undefined) return undefined;
  const time = Date.parse(text);
  if (Number.isNaN(time)) throw invalidField(pointer, 'must be a moment such as 2026-01-31T12:00:00Z', 'wrong_format');
  return new Date(time).toISOString();
}
