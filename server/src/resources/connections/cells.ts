/** Cells of databases as JSON, the same from every engine: what JSON cannot hold exactly stays text. */
import { parseExactly } from '../../platform/data/parse-exactly.ts';
import type { JsonValue } from '../../platform/data/types.ts';

/** Converts digits; integers beyond 2^53 stay text. */
export function readInteger(text: string): JsonValue {
  return Number.isSafeInteger(Number(text)) ? Number(text) : text;
}

/** Converts a decimal or float; NaN, infinities and more than 17 digits stay text. */
export function readNumber(text: string): JsonValue {
  const number = Number(text);
  const digits = text.replace(/e.*$/i, '').replace(/^-?0*\.?0*|\./g, '').length;
  return Number.isFinite(number) && digits <= 17 ? number : text;
}

/**
 * Converts `2024-01-31 12:00:00.500 UTC`, or with `+02:00` or `Europe/Berlin`, to RFC 3339 in UTC; a time without a zone
 * counts as UTC. What is no such moment stays as it is.
 */
export function readMoment(text: string): string {
  const [, day, time, fraction = '', zone = 'Z'] =
    /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(?:\.(\d+))? ?(Z|[A-Z][\w/+-]+|[+-]\d\d(?::?\d\d)?(?::00)?)?$/.exec(text) ??
    [];
  if (day === undefined) return text;
  const digits = fraction.replace(/0+$/, '');
  const tail = digits ? `.${digits}Z` : 'Z';
  if (/^(?:Z|UTC|[+-]00(?::?00)?)(?::00)?$/.test(zone)) return `${day}T${time}${tail}`;
  const wall = Date.parse(`${day}T${time}Z`);
  const offset = offsetMinutes(zone, wall);
  return offset === undefined ? text : new Date(wall - offset * 60_000).toISOString().replace('.000Z', tail);
}

/** How many minutes a zone is before UTC when its clocks show `wall`; undefined for an unknown zone. */
function offsetMinutes(zone: string, wall: number): number | undefined {
  const [, sign, hours, minutes = '0'] = /^([+-])(\d\d):?(\d\d)?/.exec(zone) ?? [];
  if (sign) return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
  try {
    const clock = clockOf(zone);
    const at = (moment: number) => {
      const name = clock.formatToParts(moment).find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT';
      return name === 'GMT' ? 0 : offsetMinutes(name.slice('GMT'.length), 0);
    };
    // The offset of a moment near by tells the moment, whose own offset counts.
    return at(wall - (at(wall) ?? 0) * 60_000);
  } catch {
    return undefined;
  }
}

const clocks = new Map<string, Intl.DateTimeFormat>();
const mostClocks = 600;

/** Keeps what takes a hundred times as long to make as to use. */
function clockOf(zone: string): Intl.DateTimeFormat {
  const clock = clocks.get(zone) ?? new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' });
  if (clocks.size < mostClocks) clocks.set(zone, clock);
  return clock;
}

/** Converts bytes as PostgreSQL writes them: `\x` and hexadecimal digits. */
export function readBytes(bytes: Uint8Array): string {
  return `\\x${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')}`;
}

/** Converts JSON text; what is none stays text. */
export function readJson(text: string): JsonValue {
  try {
    return parseExactly<JsonValue>(text);
  } catch {
    return text;
  }
}
