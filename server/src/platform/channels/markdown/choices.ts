import type { List, ListItem, RootContent } from 'mdast';
import { loadParser } from './parse.ts';
import { textIn } from './render.ts';

const fewest = 2;
const most = 8;
const longest = 200;
/** A question is at the end; its words are looked for in as many characters. */
const longestQuestion = 500;
const asks = /\?$|\bwhich\b.*\bmean\b.*:$/i;
const asksBack = /\b(?:which|did you mean|do you mean)\b[^?]*\?$/i;

/** Returns the list items that a question at the end of a text offers; empty without a question. */
export async function findChoices(text: string): Promise<string[]> {
  const parse = await loadParser();
  const { children } = parse(text);
  const at = children.findLastIndex(({ type }) => type === 'list');
  const list = children[at];
  if (list?.type !== 'list' || !isAsked(children[at - 1], children.slice(at + 1))) return [];
  const items = textsOf(list);
  const isChoice = items.length >= fewest && items.length <= most && new Set(items).size === items.length;
  return isChoice && items.every((item) => item !== '' && item.length <= longest) ? items : [];
}

function isAsked(before: RootContent | undefined, behind: RootContent[]): boolean {
  if (behind.length === 0) return before?.type === 'paragraph' && asks.test(endOf(before));
  return behind.length === 1 && asksBack.test(endOf(behind[0]));
}

function endOf(content: RootContent): string {
  return textIn(content).trim().slice(-longestQuestion);
}

function textsOf({ children }: List): string[] {
  return children.map((item: ListItem) => (item.children.length === 1 ? textIn(item).trim().replace(/\s+/g, ' ') : ''));
}
