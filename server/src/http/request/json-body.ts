import { isUtf8 } from 'node:buffer';
import { type ParseErrorCode, visit } from 'jsonc-parser';
import { invalidField, ServiceError } from '../../errors.ts';
import { escapePointer } from '../reply/input-faults.ts';

/** Levels of objects and arrays in a body. */
export const deepest = 100;

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
  if (text.length > 2 * deepest && isNested(value) && nestsDeep(value, deepest)) throw tooDeep();
  refuseUnwritable(text, value);
  return value;
}

export function tooDeep(): ServiceError {
  return new ServiceError('invalid_json', `The JSON nests deeper than ${deepest} levels.`);
}

/**
 * Refuses numbers and characters that could be read but not written again.
 * @param place returns the pointer in the body of a pointer in the value
 */
export function refuseUnwritable(text: string, value: unknown, place = (pointer: string) => pointer): void {
  const refuse = (unwanted: Unwanted) => {
    const pointer = pointerTo(value, unwanted.is);
    if (pointer !== undefined) throw invalidField(place(pointer), unwanted.detail, unwanted.code);
  };
  if (threeDigitExponent.test(text) || hasLongNumber(text)) refuse(infinite);
  const hasEscapes = text.includes('\\u');
  if (hasEscapes && text.includes('\\u0000')) refuse(nul);
  if (hasEscapes && escapedSurrogate.test(text)) refuse(loneSurrogate);
}

/** A number beyond the range has an exponent of three digits, or three hundred digits. */
const threeDigitExponent = /[eE]\+?\d{3}/;
const mostDigits = 300;
const newline = 0x0a;
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
    const fault = findFault(text);
    throw fault === undefined ? brokenAfter(text, 0) : brokenJson(text, fault);
  }
}

/** The error of a text that is no JSON from an offset on; names line and column. */
export function brokenJson(text: string, offset: number): ServiceError {
  return broken('at', locate(text, offset));
}

/** The error of a text with a fault somewhere behind an offset. It names where what stands there begins. */
export function brokenAfter(text: string, offset: number): ServiceError {
  const start = /[^ \t\r\n]/g;
  start.lastIndex = offset;
  return broken('in what begins at', locate(text, start.exec(text)?.index ?? text.length));
}

function broken(where: string, { line, column }: { line: number; column: number }): ServiceError {
  const detail = `The JSON breaks off or goes wrong ${where} line ${line}, column ${column}.`;
  return new ServiceError('invalid_json', detail, { extensions: { line, column } });
}

/** The parser that finds a fault takes 10 to 30 ms for this many characters. */
const mostSearched = 384 * 1024;

/**
 * Returns the offset of the first error, found by a second parser, because `JSON.parse` reports only some; the end where
 * that parser fails on too deep nesting; undefined where the text is too long to be searched.
 */
export function findFault(text: string): number | undefined {
  if (text.length > mostSearched) return undefined;
  let offset = text.length;
  const onError = (_: ParseErrorCode, found: number) => {
    offset = found;
    throw new Error('found');
  };
  try {
    visit(text, { onError }, { disallowComments: true });
  } catch {
    return offset;
  }
  return offset;
}

function locate(text: string, offset: number): { line: number; column: number } {
  let [line, start] = [1, 0];
  for (let place = 0; place < offset; place += 1) {
    if (text.charCodeAt(place) !== newline) continue;
    line += 1;
    start = place + 1;
  }
  return { line, column: offset - start + 1 };
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
