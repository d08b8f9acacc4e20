/** Reads documents of others, whose shape is known but not guaranteed. */
export type Tree = Readonly<Record<string, unknown>>;

export function treeOf(value: unknown): Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Tree) : {};
}

export function listOf(value: unknown): Tree[] {
  return Array.isArray(value) ? value.map(treeOf) : [];
}

export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

export function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.flatMap((one) => textOf(one) ?? []) : [];
}

/** `total_revenue` as people say it. */
export function spoken(name: string): string {
  return name.replaceAll(/[_\s]+/g, ' ').trim();
}

/** Other words for a term: its name in code, and those that are given. */
export function synonymsOf(term: string, names: readonly string[]): { synonyms?: string[] } {
  const known = term.toLowerCase();
  const other = [...new Set(names.map(spoken))].filter((one) => one.toLowerCase() !== known && one.length > 1);
  return other.length > 0 ? { synonyms: other.slice(0, 20) } : {};
}
