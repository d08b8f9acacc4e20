import { type ParseError, parse } from 'jsonc-parser';
import { ServiceError } from '../errors.ts';

/** Parses a JSON body; a failure names the line and column where it goes wrong. Names like `__proto__` stay data. */
export function parseJsonBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const { line, column } = locate(text, faultOffset(text));
    const detail = `The JSON breaks off or goes wrong at line ${line}, column ${column}.`;
    throw new ServiceError('invalid_json', detail, { extensions: { line, column } });
  }
}

/** `JSON.parse` tells the place of only some faults, so a second parser looks for it. */
function faultOffset(text: string): number {
  const faults: ParseError[] = [];
  parse(text, faults, { disallowComments: true });
  return faults[0]?.offset ?? text.length;
}

function locate(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset);
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') };
}
