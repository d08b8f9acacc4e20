import { operationAddresses } from './generated/operations.ts';
import type { OperationId } from './types.ts';

export interface Address {
  method: string;
  /** Path and query string. */
  path: string;
  takesKey: boolean;
}

/**
 * Returns the address of an operation.
 * @throws TypeError for a missing or invalid name
 */
export function addressOf(id: OperationId, path: object = {}, query: object = {}): Address {
  const [method, template] = operationAddresses[id].split(' ');
  const values = path as Record<string, unknown>;
  const filled = template.replace(/\{(\w+)\}/g, (_, name: string) => segmentOf(name, values[name]));
  const search = searchOf(query);
  return {
    method: method.replace('!', ''),
    path: search ? `${filled}?${search}` : filled,
    takesKey: method.endsWith('!'),
  };
}

/** `.` and `..` would be read as path steps, however they are encoded. */
function segmentOf(name: string, value: unknown): string {
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string' || text === '' || text === '.' || text === '..')
    throw new TypeError(`${name} must be a name or an ID, got ${JSON.stringify(value) ?? 'undefined'}`);
  return encodeURIComponent(text);
}

function searchOf(query: object): string {
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  return new URLSearchParams(pairs.map(([name, value]): [string, string] => [name, textOf(value)])).toString();
}

function textOf(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
