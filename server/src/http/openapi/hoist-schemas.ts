const hoistedTitle = /^[A-Z][A-Za-z]+$/;

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/**
 * Moves every schema whose title is one PascalCase word into `components.schemas` and leaves a reference, so that a
 * shape stands in the document once and generated clients get a name for it.
 */
export function hoistSchemas(document: object): object {
  const schemas: Record<string, Json> = {};
  const walk = (node: Json): Json => {
    if (Array.isArray(node)) return node.map(walk);
    if (typeof node !== 'object' || node === null) return node;
    const copy = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, walk(value)]));
    if (typeof copy.title !== 'string' || !hoistedTitle.test(copy.title) || !isSchema(copy)) return copy;
    schemas[copy.title] = copy;
    return { $ref: `#/components/schemas/${copy.title}` };
  };
  const { paths, components, ...rest } = JSON.parse(JSON.stringify(document)) as Record<string, Json>;
  const walked = walk(paths);
  return { ...rest, components: { ...(components as Record<string, Json>), schemas }, paths: walked };
}

function isSchema(node: Record<string, Json>): boolean {
  return 'type' in node || 'anyOf' in node;
}
