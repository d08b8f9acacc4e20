/**
 * Compares two OpenAPI documents with all references resolved: `node scripts/compare-openapi.ts BEFORE AFTER`. Prints
 * the differences and exits 1 if there are any; sharing a component is no difference.
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
  // Components are compared where they are used; only these are used by name.
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

/** Returns the deepest pointers at which both differ. */
function findDifferences(before: Json | undefined, after: Json | undefined, pointer = ''): string[] {
  if (isDeepStrictEqual(before, after)) return [];
  if (Array.isArray(before) && Array.isArray(after) && before.length === after.length)
    return before.flatMap((item, index) => findDifferences(item, after[index], `${pointer}/${index}`));
  if (!isObject(before) || !isObject(after))
    return [`${pointer}\n  before ${JSON.stringify(before)}\n  after  ${JSON.stringify(after)}`];
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys].flatMap((key) => findDifferences(before[key], after[key], `${pointer}/${key}`));
}

const [before, after] = process.argv.slice(2);
const differences = findDifferences(readDocument(before), readDocument(after));
console.log(differences.length === 0 ? 'equal' : differences.join('\n'));
process.exitCode = differences.length === 0 ? 0 : 1;
