/** How much JSON is taken from strangers in one place. */
export interface Bounds {
  /** Maximum values, each item and each member counted. */
  nodes: number;
  /** Maximum characters of all names and texts. */
  characters: number;
  depth: number;
}

export const schemaBounds: Bounds = { nodes: 5000, characters: 100_000, depth: 64 };
export const inputBounds: Bounds = { nodes: 20_000, characters: 200_000, depth: 64 };

/** Returns the bound that a JSON value exceeds, in words; undefined when there is none. It looks no further than that. */
export function boundExceeded(value: unknown, { nodes, characters, depth }: Bounds): string | undefined {
  const left = { nodes, characters };
  const open: { node: unknown; level: number }[] = [{ node: value, level: 0 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node, level } = next;
    left.nodes -= 1;
    if (typeof node === 'string') left.characters -= node.length;
    if (typeof node === 'object' && node !== null) {
      if (level >= depth) return `must be nested at most ${depth} deep`;
      const names = Array.isArray(node) ? [] : Object.keys(node);
      const items: unknown[] = Array.isArray(node) ? node : Object.values(node);
      if (open.length + items.length > left.nodes) return `must have at most ${nodes} values`;
      for (const name of names) left.characters -= name.length;
      for (const item of items) open.push({ node: item, level: level + 1 });
    }
    if (left.nodes < 0) return `must have at most ${nodes} values`;
    if (left.characters < 0) return `must have at most ${characters} characters`;
  }
  return undefined;
}
