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
 * @throws TypeError for an unknown operation, or a missing or invalid name
 */
export function addressOf(id: OperationId, path: object = {}, query: object = {}): Address {
  if (!Object.hasOwn(operationAddresses, id))
    throw new TypeError(`there is no operation ${JSON.stringify(id)}${nearTo(id)}`);
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

/** Names operations that share most words with one that does not exist. */
function nearTo(id: unknown): string {
  const wordsOf = (name: string) =>
    name
      .replace(/[A-Z]/g, ' $&')
      .toLowerCase()
      .split(/\W+/)
      .map((word) => word.replace(/s$/, ''));
  const given = wordsOf(String(id));
  const shared = (name: string) => wordsOf(name).filter((word) => given.includes(word)).length / wordsOf(name).length;
  const near = Object.keys(operationAddresses)
    .filter((name) => shared(name) >= 0.5)
    .sort((one, other) => shared(other) - shared(one));
  return near.length > 0 ? `; the nearest are ${near.slice(0, 3).join(', ')}` : '; openapi.json lists them';
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
