import { type ParseError, parse } from 'jsonc-parser';
import { invalidField, ServiceError } from '../../errors.ts';
import { escapePointer } from '../reply/input-faults.ts';

const deepest = 100;

/**
 * Parses a JSON body; a failure names the line and column where it goes wrong. Names like `__proto__` stay data.
 * What could be read but not written again is refused: nesting without end (it overflows the stack), numbers that only
 * fit as infinity, and NUL, which PostgreSQL takes in no text.
 */
export function parseJsonBody(text: string): unknown {
  const value = parseOrLocate(text);
  // What is deeper than that has more brackets than a short text has room for.
  if (text.length > 2 * deepest && isNested(value) && nestsDeep(value, deepest))
    throw new ServiceError('invalid_json', `The JSON nests deeper than ${deepest} levels.`);
  if (mayOverflow.test(text)) refuseInfinite(value, []);
  if (text.includes('\\u0000')) refuseNul(value, []);
  return value;
}

/** A number beyond the range has three digits of exponent or three hundred of its own. */
const mayOverflow = /[eE]\+?\d{3}|\d{300}/;

/** Whether more than `levels` objects or arrays lie within each other. Most values are neither, and are passed by. */
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

/** `JSON.parse` tells the place of only some faults, so a second parser looks for it; it fails on what nests too deep. */
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

function refuseInfinite(value: unknown, path: string[]): void {
  if (value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY)
    throw refusal(path, 'too_large', 'is beyond the range of numbers, which ends at 1.8e308');
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) refuseInfinite(inner, [...path, key]);
}

function refuseNul(value: unknown, path: string[]): void {
  if (typeof value === 'string' && value.includes('\0')) throw nulRefusal(path);
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    if (key.includes('\0')) throw nulRefusal(path);
    refuseNul(inner, [...path, key]);
  }
}

function nulRefusal(path: string[]): ServiceError {
  return refusal(path, 'nul_character', 'holds the character NUL (\\u0000), which no text may hold');
}

function refusal(path: string[], code: string, detail: string): ServiceError {
  const pointer = path.map((key) => `/${escapePointer(key)}`).join('');
  return invalidField(pointer, detail, code);
}
