import { Type } from 'typebox';
import { invalidField } from '../../errors.ts';

/** A moment in a query string (RFC 3339). */
const moment = {
  pattern:
    '^\\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])[Tt](?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d{1,9})?(?:[Zz]|[+-](?:[01]\\d|2[0-3]):[0-5]\\d)$',
  examples: ['2026-01-31T12:00:00Z'],
};

export const fromMoment = Type.String({ ...moment, description: 'Only what was at this moment or later (RFC 3339).' });
export const beforeMoment = Type.String({ ...moment, description: 'Only what was before this moment (RFC 3339).' });

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
