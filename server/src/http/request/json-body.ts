import { isUtf8 } from 'node:buffer';
import { type ParseError, parse } from 'jsonc-parser';
import { invalidField, ServiceError } from '../../errors.ts';
import { escapePointer } from '../reply/input-faults.ts';

const deepest = 100;

/** Returns the text of a body; bytes that are no UTF-8 would become other characters than were sent. */
export function textOfJson(body: Uint8Array): string {
  if (!isUtf8(body)) throw new ServiceError('invalid_json', 'The body is not valid UTF-8, which JSON must be.');
  return Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString();
}

/**
 * Parses a JSON body; an error names line and column. Names like `__proto__` stay data. It refuses what could be read
 * but not written again: too deep nesting (which overflows the stack), numbers that become infinite, halves of
 * characters, and NUL, which PostgreSQL text cannot contain.
 */
export function parseJsonBody(text: string): unknown {
  const value = parseOrLocate(text);
  // Deeper nesting needs more brackets than a short text has.
  if (text.length > 2 * deepest && isNested(value) && nestsDeep(value, deepest))
    throw new ServiceError('invalid_json', `The JSON nests deeper than ${deepest} levels.`);
  if (threeDigitExponent.test(text) || hasLongNumber(text)) refuse(value, infinite);
  const hasEscapes = text.includes('\\u');
  if (hasEscapes && text.includes('\\u0000')) refuse(value, nul);
  if (hasEscapes && escapedSurrogate.test(text)) refuse(value, loneSurrogate);
  return value;
}

/** A number beyond the range has an exponent of three digits, or three hundred digits. */
const threeDigitExponent = /[eE]\+?\d{3}/;
const mostDigits = 300;
const escapedSurrogate = /\\u[dD][89a-fA-F]/;

/** Tests one character in three hundred: a run of that many digits contains one of them. */
function hasLongNumber(text: string): boolean {
  for (let place = mostDigits - 1; place < text.length; place += mostDigits)
    if (isDigit(text, place) && countDigitsAround(text, place) >= mostDigits) return true;
  return false;
}

function countDigitsAround(text: string, place: number): number {
  let first = place;
  let last = place;
  while (isDigit(text, first - 1)) first -= 1;
  while (isDigit(text, last + 1) && last - first < mostDigits) last += 1;
  return last - first + 1;
}

function isDigit(text: string, place: number): boolean {
  const character = text.charCodeAt(place);
  return character >= 0x30 && character <= 0x39;
}

/** Returns whether more than `levels` objects or arrays are nested. Most values are neither and are skipped. */
function nestsDeep(value: object, levels: number): boolean {
  if (levels === 0) return true;
  if (Array.isArray(value)) return value.some((inner) => isNested(inner) && nestsDeep(inner, levels - 1));
  for (const key in value) {
    const inner: unknown = value[key as keyof typeof value];
    if (isNested(inner) && nestsDeep(inner, levels - 1)) return true;
  }
  return false;
}

function isNested(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function parseOrLocate(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const { line, column } = locate(text, faultOffset(text));
    const detail = `The JSON breaks off or goes wrong at line ${line}, column ${column}.`;
    throw new ServiceError('invalid_json', detail, { extensions: { line, column } });
  }
}

/**
 * Returns the offset of an error, found by a second parser, because `JSON.parse` reports only some; it fails on too
 * deep nesting.
 */
function faultOffset(text: string): number {
  const faults: ParseError[] = [];
  try {
    parse(text, faults, { disallowComments: true });
  } catch {
    return text.length;
  }
  return faults[0]?.offset ?? text.length;
}

function locate(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset);
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') };
}

/** What no value and no key may be. */
interface Unwanted {
  is(value: unknown): boolean;
  code: string;
  detail: string;
}

const infinite: Unwanted = {
  is: (value) => value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY,
  code: 'too_large',
  detail: 'is beyond the range of numbers, which ends at 1.8e308',
};
const nul: Unwanted = {
  is: (value) => typeof value === 'string' && value.includes('\0'),
  code: 'nul_character',
  detail: 'holds the character NUL (\\u0000), which no text may hold',
};
const loneSurrogate: Unwanted = {
  is: (value) => typeof value === 'string' && !value.isWellFormed(),
  code: 'lone_surrogate',
  detail: 'holds half of a character (a lone surrogate such as \\ud800), which no text may hold',
};

function refuse(value: unknown, { is, code, detail }: Unwanted): void {
  const pointer = pointerTo(value, is);
  if (pointer !== undefined) throw invalidField(pointer, detail, code);
}

/** Returns the pointer of the first such value, or of the object with such a key. */
function pointerTo(value: unknown, is: (value: unknown) => boolean): string | undefined {
  if (is(value)) return '';
  if (typeof value !== 'object' || value === null) return undefined;
  if (Array.isArray(value)) return pointerInside(value, is);
  for (const key in value) {
    if (is(key)) return '';
    const inner = pointerTo((value as Record<string, unknown>)[key], is);
    if (inner !== undefined) return `/${escapePointer(key)}${inner}`;
  }
  return undefined;
}

function pointerInside(values: readonly unknown[], is: (value: unknown) => boolean): string | undefined {
  for (const [index, value] of values.entries()) {
    const inner = pointerTo(value, is);
    if (inner !== undefined) return `/${index}${inner}`;
  }
  return undefined;
}
