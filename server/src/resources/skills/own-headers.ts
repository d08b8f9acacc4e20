import { Type } from 'typebox';
import { invalidField } from '../../errors.ts';

/** Headers that a skill sends with every request; their values are secrets. */
export const ownHeaders = Type.Record(
  Type.String({ pattern: '^[A-Za-z0-9_-]{1,100}$' }),
  Type.String({ pattern: '^[\\x20-\\x7e]{0,8000}$', description: 'printable ASCII' }),
  {
    additionalProperties: false,
    description: 'Sent with every request, such as Authorization. Write-only: shown as `********`.',
  },
);

const ofTheConnection = /^(?:host|connection|content-length|transfer-encoding|upgrade|te|trailer|expect|proxy-.*)$/i;

/** Refuses headers about transport, which the HTTP client sets. */
export function requireOwnHeaders(headers: Readonly<Record<string, string>> = {}): void {
  const stray = Object.keys(headers).find((name) => ofTheConnection.test(name));
  if (stray !== undefined)
    throw invalidField(`/params/headers/${stray}`, 'is set by the service itself', 'not_allowed');
}
