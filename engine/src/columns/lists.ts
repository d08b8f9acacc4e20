/** Whether a cell is a JSON array of plain values, such as `["a", "b"]`. */
export function isList(text: string): boolean {
  return parseList(text) !== undefined;
}

/** The items of a JSON array of strings, numbers and booleans, as text; undefined when the cell is none. */
export function parseList(text: string): string[] | undefined {
  if (!text.startsWith('[') || !text.endsWith(']')) return undefined;
  try {
    const items: unknown = JSON.parse(text);
    if (!Array.isArray(items) || items.some((item) => typeof item === 'object' && item !== null)) return undefined;
    return items.map(String);
  } catch {
    return undefined;
  }
}
