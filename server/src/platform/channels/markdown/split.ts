import type { Reply } from '../platform.ts';
import { type Cut, findCuts, type Grain } from './cuts.ts';
import { loadParser } from './parse.ts';

/** Measures a reply as the platform counts it, and states the maximum of a message. */
export interface Ruler {
  textLimit: number;
  measure(reply: Reply): Promise<number>;
}

/** Maximum factor by which uncounted markup, such as addresses of links, lengthens a text. */
const mostMarkup = 3;
const grains: Grain[] = ['words', 'characters', 'anything'];

/**
 * Splits a reply into parts that fit when rendered: between paragraphs if possible, otherwise between items, rows,
 * lines, sentences or words, never within a link. Open markup is closed in one part and opened again in the next.
 */
export async function splitReply({ text, citations }: Reply, ruler: Ruler): Promise<Reply[]> {
  const parts: Reply[] = [];
  let rest = text.trim();
  while (!(await fits({ text: rest, citations }, ruler))) {
    const cut = await findBestCut(rest, ruler);
    const tail = cut && cut.open + rest.slice(cut.next).replace(cut.open ? /^\n+/ : /^\s+/, '');
    if (tail === undefined || tail.length >= rest.length) break;
    parts.push({ text: rest.slice(0, cut?.end).trimEnd() + cut?.close, citations: [] });
    rest = tail;
  }
  return [...parts, { text: rest, citations }];
}

async function fits(reply: Reply, { textLimit, measure }: Ruler): Promise<boolean> {
  if (reply.text.length > textLimit * mostMarkup) return false;
  return (await measure(reply)) <= textLimit;
}

async function findBestCut(text: string, ruler: Ruler): Promise<Cut | undefined> {
  const parse = await loadParser();
  const window = text.slice(0, ruler.textLimit * mostMarkup);
  const headFits = ({ end, close }: Cut) => fits({ text: text.slice(0, end).trimEnd() + close, citations: [] }, ruler);
  for (const grain of grains) {
    const best = await findStrongest(findCuts(parse(window), window, grain), headFits);
    if (best) return best;
  }
  return undefined;
}

/**
 * Returns the strongest cut whose first part fits, and of equal ones the last. Cuts in the first third are ignored,
 * because they would make many parts.
 */
async function findStrongest(cuts: Cut[], headFits: (cut: Cut) => Promise<boolean>): Promise<Cut | undefined> {
  const last = await findLast(cuts, headFits);
  if (last < 0) return undefined;
  const possible = cuts.slice(0, last + 1).filter(({ end }) => end > cuts[last].end / 3);
  for (const cut of possible.sort((a, b) => a.rank - b.rank || b.end - a.end)) if (await headFits(cut)) return cut;
  return undefined;
}

/** Returns the index of the last item that fits, provided that all before it do; -1 when none does. */
async function findLast(cuts: readonly Cut[], fits: (cut: Cut) => Promise<boolean>): Promise<number> {
  let [low, high] = [-1, cuts.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (await fits(cuts[middle])) low = middle;
    else high = middle - 1;
  }
  return low;
}
