import type { CountedText } from './spellings.ts';

/** Whether a cell is a JSON array of plain values, such as `["a", "b"]`. */
export function isList(text: string): boolean {
  return parseList(text) !== undefined;
}

/** The items of a JSON array of strings, numbers and booleans, as text; undefined when the cell is none. */
function parseList(text: string): string[] | undefined {
  if (!text.startsWith('[') || !text.endsWith(']')) return undefined;
  try {
    const items: unknown = JSON.parse(text);
    if (!Array.isArray(items) || items.some((item) => typeof item === 'object' && item !== null)) return undefined;
    return items.map(String);
  } catch {
    return undefined;
  }
}

/** An item has at most this many words; longer texts are prose. */
const mostItemWords = 3;
/** With fewer distinct cells than this, lists are categories. */
const fewestLists = 25;

/**
 * Whether the distinct cells are items separated by `;`, `|` or `,`: many hold several, in varying number, and there
 * are far fewer distinct items than places, so that items recur.
 */
export function areDelimitedLists(cells: readonly CountedText[]): boolean {
  if (cells.length < fewestLists) return false;
  return [';', '|', ','].some((mark) => {
    const lists = cells.map(({ text }) => text.split(mark).map((item) => item.trim()));
    const items = lists.flat();
    const isProse = items.reduce((sum, item) => sum + item.split(/\s+/).length, 0) > mostItemWords * items.length;
    const several = lists.filter(({ length }) => length > 1).length;
    const lengths = new Set(lists.map(({ length }) => length)).size;
    return 2 * several > lists.length && lengths > 2 && !isProse && 3 * new Set(items).size < items.length;
  });
}
