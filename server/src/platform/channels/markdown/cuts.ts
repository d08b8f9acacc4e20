import type { Nodes, Parents, Root, Table } from 'mdast';

/** A place to cut a text: the first part ends before `end`, the rest begins at `next`. */
export interface Cut {
  end: number;
  next: number;
  /** 0 is the best place. */
  rank: number;
  /** Markup that closes the first part and opens the rest, so that both are complete. */
  close: string;
  open: string;
}

type Around = Pick<Cut, 'close' | 'open'>;

const rank = { block: 0, item: 1, line: 2, sentence: 3, word: 4, character: 5 };
/** Nodes that are never cut. */
const atoms = new Set(['link', 'linkReference', 'image', 'imageReference', 'inlineCode', 'footnoteReference']);
/** Matches any place, for a text without a better one, such as an address longer than a message. */
const anywhere = /(?<!\\)/g;
/** Matches between characters as people see them: not before an accent, nor within a family of emoji. */
const betweenCharacters = /(?<![\u200d\\])(?![\p{Mark}\p{Emoji_Modifier}\u200d])/gu;

/** Where a text may be cut: between words, also within words, or anywhere. */
export type Grain = 'words' | 'characters' | 'anything';

/** Returns all places to cut, in order. */
export function findCuts(tree: Root, text: string, grain: Grain): Cut[] {
  const cuts: Cut[] = [];
  const finest = grain !== 'words';
  if (grain === 'anything') addMatches(anywhere, 0, text.length, rank.character, { close: '', open: '' });
  else visit(tree, { close: '', open: '' });
  return cuts.filter(({ end }) => end > 0 && end < text.length).sort((a, b) => a.end - b.end || b.rank - a.rank);

  function visit(node: Nodes, around: Around): void {
    const [start, end] = placeOf(node);
    if (atoms.has(node.type)) return;
    if (node.type === 'code') addCode(start, end, around);
    else if (node.type === 'table') addRows(node, around);
    else if (node.type === 'text') addText(start, end, around);
    else if ('children' in node) visitAll(node, around);
  }

  function visitAll(node: Parents, around: Around): void {
    const inside = insideOf(node, text, around);
    addBetween(node, inside);
    for (const child of node.children) visit(child, inside);
  }

  function addBetween(node: Parents, around: Around): void {
    const isBlock =
      node.type === 'root' || node.type === 'blockquote' || node.type === 'list' || node.type === 'listItem';
    if (!isBlock) return;
    for (const [index, child] of node.children.slice(1).entries()) {
      const before = node.children[index];
      const strength = node.type === 'root' ? rank.block : rank.item;
      // A heading must not be the end of a message.
      const own = before.type === 'heading' ? rank.word : strength;
      cuts.push({ ...around, end: placeOf(before)[1], next: placeOf(child)[0], rank: own });
    }
  }

  function addCode(start: number, end: number, around: Around): void {
    const [, opening = '```', mark = '```'] = /^((`{3,}|~{3,})[^\n]{0,40})/.exec(text.slice(start, end)) ?? [];
    const first = text.indexOf('\n', start) + 1;
    const code = { close: `\n${mark}${around.close}`, open: `${around.open}${opening}\n` };
    addMatches(/(?<=\n)/g, first, end, rank.line, code);
    if (finest) addMatches(betweenCharacters, first, end, rank.character, code);
  }

  /** Each part of a table repeats its header. */
  function addRows(table: Table, around: Around): void {
    const [, second] = table.children;
    if (second === undefined) return;
    const open = around.open + text.slice(placeOf(table)[0], placeOf(second)[0]);
    for (const row of table.children.slice(2)) {
      const [next] = placeOf(row);
      cuts.push({ ...around, end: next, next, rank: rank.line, open });
    }
  }

  function addText(start: number, end: number, around: Around): void {
    addMatches(/\n[ \t>]*/g, start, end, rank.line, around);
    addMatches(/(?<=[.?!…。？！])\s/g, start, end, rank.sentence, around);
    addMatches(/ /g, start, end, rank.word, around);
    if (finest) addMatches(betweenCharacters, start, end, rank.character, around);
  }

  function addMatches(pattern: RegExp, start: number, end: number, own: number, around: Around): void {
    for (const { index, 0: mark } of text.slice(start, end).matchAll(pattern)) {
      const at = start + index;
      if (at > start && !isWithinPair(text, at)) cuts.push({ ...around, end: at, next: at + mark.length, rank: own });
    }
  }
}

/** Returns whether an offset is between the two halves of one code point, where even expressions in Unicode mode match. */
function isWithinPair(text: string, at: number): boolean {
  return /^[\ud800-\udbff][\udc00-\udfff]/.test(text.slice(at - 1, at + 1));
}

/** Returns what a cut inside of a node closes and opens again. */
function insideOf(node: Nodes, text: string, around: Around): Around {
  if (node.type === 'blockquote') return { close: around.close, open: `${around.open}> ` };
  if (node.type !== 'strong' && node.type !== 'emphasis' && node.type !== 'delete') return around;
  const [start] = placeOf(node);
  const mark = text.slice(start, start + (node.type === 'emphasis' ? 1 : 2));
  return { close: mark + around.close, open: around.open + mark };
}

function placeOf({ position }: Nodes): [start: number, end: number] {
  return [position?.start.offset ?? 0, position?.end.offset ?? 0];
}
