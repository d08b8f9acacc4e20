/** How many schemas deep a value is told: the first that fits its budget. */
const mostLevels = [6, 3, 1];
const longestText = 1000;

/** What may still be inlined, in values and characters. */
export interface Budget {
  nodes: number;
  characters: number;
  /** Set once a value did not fit whole. */
  isCut: boolean;
}

/** What a node is: a schema, schemas by name, a list of schemas, or anything else. */
type Role = 'schema' | 'byName' | 'list' | 'other';

const roleOf: Readonly<Record<string, Role>> = {
  ...rolesOf('byName', 'properties', 'patternProperties', 'dependentSchemas', '$defs', 'definitions'),
  ...rolesOf('list', 'allOf', 'anyOf', 'oneOf', 'prefixItems'),
  ...rolesOf(
    'schema',
    'schema',
    'items',
    'additionalProperties',
    'not',
    'contains',
    'propertyNames',
    'if',
    'then',
    'else',
  ),
};

function rolesOf(role: Role, ...keys: string[]): Record<string, Role> {
  return Object.fromEntries(keys.map((key) => [key, role]));
}

/**
 * Replaces each `$ref` by its target. Schemas that are external, circular, too deep or beyond the budget become `{}`,
 * which accepts any value.
 */
export function inlineReferences(document: object, value: unknown, budget: Budget): unknown {
  for (const most of mostLevels) {
    const left = { ...budget };
    try {
      const inlined = inlineTo(document, value, { most, left });
      Object.assign(budget, left);
      return inlined;
    } catch (error) {
      if (!(error instanceof TooLarge)) throw error;
      budget.isCut = true;
    }
  }
  return {};
}

class TooLarge extends Error {}

function inlineTo(document: object, value: unknown, { most, left }: { most: number; left: Budget }): unknown {
  function inline(node: unknown, role: Role, level: number): unknown {
    if (typeof node === 'string') spend(1, Math.min(node.length, longestText));
    else spend(1, 0);
    if (typeof node === 'string') return node.slice(0, longestText);
    if (typeof node !== 'object' || node === null) return node;
    if (level > most) return {};
    if (Array.isArray(node))
      return node.map((item) => (role === 'list' ? inline(item, 'schema', level + 1) : inline(item, 'other', level)));
    if (role !== 'byName' && typeof (node as { $ref?: unknown }).$ref === 'string')
      return inline(follow(document, (node as { $ref: string }).$ref), role, level + 1);
    return Object.fromEntries(Object.entries(node).map(([key, item]) => [key, inlineMember(key, item, role, level)]));
  }

  function inlineMember(key: string, item: unknown, role: Role, level: number): unknown {
    spend(0, key.length);
    const own = role === 'byName' ? 'schema' : Object.hasOwn(roleOf, key) ? roleOf[key] : 'other';
    return inline(item, own, own === 'schema' ? level + 1 : level);
  }

  function spend(nodes: number, characters: number): void {
    left.nodes -= nodes;
    left.characters -= characters;
    if (left.nodes < 0 || left.characters < 0) throw new TooLarge();
  }
  return inline(value, 'other', 0);
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
