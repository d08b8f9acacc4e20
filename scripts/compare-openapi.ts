/**
 * Compares two OpenAPI documents with every reference resolved: `node scripts/compare-openapi.ts BEFORE AFTER`.
 * Prints where they differ and exits 1; sharing a part among routes is no difference.
 */
import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

function isObject(value: Json | undefined): value is { [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function readDocument(path: string): { [key: string]: Json } {
  const document = JSON.parse(readFileSync(path, 'utf8')) as { [key: string]: Json };
  const { components, ...rest } = resolveReferences(document, document) as typeof document;
  // What is shared is compared where it is used; only this is used by name.
  return { ...rest, securitySchemes: isObject(components) ? components.securitySchemes : null };
}

function resolveReferences(node: Json, document: Json): Json {
  if (Array.isArray(node)) return node.map((item) => resolveReferences(item, document));
  if (!isObject(node)) return node;
  if (typeof node.$ref === 'string') return resolveReferences(follow(node.$ref, document), document);
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, resolveReferences(value, document)]));
}

function follow(reference: string, document: Json): Json {
  const [, ...segments] = reference.split('/');
  return segments.reduce((node, segment) => (isObject(node) ? node[segment] : null), document);
}

/** The pointers at which the two differ, the deepest that there are. */
function findDifferences(before: Json | undefined, after: Json | undefined, pointer = ''): string[] {
  if (isDeepStrictEqual(before, after)) return [];
  if (!isObject(before) || !isObject(after))
    return [`${pointer}\n  before ${JSON.stringify(before)}\n  after  ${JSON.stringify(after)}`];
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys].flatMap((key) => findDifferences(before[key], after[key], `${pointer}/${key}`));
}

const [before, after] = process.argv.slice(2);
const differences = findDifferences(readDocument(before), readDocument(after));
console.log(differences.length === 0 ? 'equal' : differences.join('\n'));
process.exitCode = differences.length === 0 ? 0 : 1;
