const mostDepth = 12;
const mostNodes = 5000;

/**
 * Replaces each `$ref` by its target. References that are external, circular or too deep become `{}`, which accepts any
 * value.
 */
export function inlineReferences(document: object, value: unknown): unknown {
  let nodes = 0;
  function inline(node: unknown, depth: number): unknown {
    nodes += 1;
    if (typeof node !== 'object' || node === null) return node;
    if (depth > mostDepth || nodes > mostNodes) return {};
    if (Array.isArray(node)) return node.map((item) => inline(item, depth + 1));
    if ('$ref' in node) return inline(follow(document, String(node.$ref)), depth + 1);
    return Object.fromEntries(Object.entries(node).map(([key, item]) => [key, inline(item, depth + 1)]));
  }
  return inline(value, 0);
}

function follow(document: object, reference: string): unknown {
  if (!reference.startsWith('#/')) return {};
  let node: unknown = document;
  for (const segment of reference.slice(2).split('/')) {
    const key = segment.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof node !== 'object' || node === null || !Object.hasOwn(node, key)) return {};
    node = (node as Record<string, unknown>)[key];
  }
  return node;
}
