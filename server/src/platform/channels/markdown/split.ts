import { setImmediate as breathe } from 'node:timers/promises';
import type { Reply } from '../platform.ts';
import { type Cut, findCuts, type Grain } from './cuts.ts';
import { loadParser } from './parse.ts';

/** Measures a reply as the platform counts it, and states the maximum of a message. */
export interface Ruler {
  textLimit: number;
  measure(reply: Reply): Promise<number>;
}

/**
 * How much of a text is read for a cut, in lengths of a message: the second only when much of it is markup that is not
 * counted, such as addresses of links.
 */
const windows = [2, 3];
const mostMarkup = Math.max(...windows);
/** What may be cut off by the end of the window, and so be misread: a cut may not be near it. */
const isFar = (end: number, window: string) => end < window.length * 0.8;
const grains: Grain[] = ['words', 'characters', 'anything'];
const mostGuesses = 6;

/**
 * Splits a reply into parts that fit when rendered: between paragraphs if possible, otherwise between items, rows,
 * lines, sentences or words, never within a link. Open markup is closed in one part and opened again in the next.
 */
export async function splitReply(reply: Reply, ruler: Ruler): Promise<Reply[]> {
  const parts: Reply[] = [];
  for await (const part of partsOf(reply, ruler)) parts.push(part);
  return parts;
}

/** Returns the first of its parts without reading the others. */
export async function firstPart(reply: Reply, ruler: Ruler): Promise<Reply> {
  const { value } = await partsOf(reply, ruler).next();
  return value ?? reply;
}

async function* partsOf({ text, citations }: Reply, ruler: Ruler): AsyncGenerator<Reply> {
  let rest = text.trim();
  while (!(await fits({ text: rest, citations }, ruler))) {
    const cut = await findBestCut(rest, ruler);
    const tail = cut && cut.open + rest.slice(cut.next).replace(cut.open ? /^\n+/ : /^\s+/, '');
    if (tail === undefined || tail.length >= rest.length) break;
    yield { text: rest.slice(0, cut?.end).trimEnd() + cut?.close, citations: [] };
    rest = tail;
  }
  yield { text: rest, citations };
}

async function fits(reply: Reply, { textLimit, measure }: Ruler): Promise<boolean> {
  if (reply.text.length > textLimit * mostMarkup) return false;
  return (await measure(reply)) <= textLimit;
}

async function findBestCut(text: string, ruler: Ruler): Promise<Cut | undefined> {
  const parse = await loadParser();
  let best: Cut | undefined;
  for (const length of windows) {
    const window = text.slice(0, ruler.textLimit * length);
    const tree = parse(window);
    for (const grain of grains) {
      const found = await findStrongest(findCuts(tree, window, grain), window, ruler);
      if (found && (isFar(found.last.end, window) || window === text)) return found.best;
      best = found?.best ?? best;
      if (found) break;
    }
  }
  return best;
}

/**
 * Returns the last cut whose first part fits, and the strongest one, of equal ones the last. Cuts in the first third are
 * ignored, because they would make many parts.
 */
async function findStrongest(cuts: Cut[], text: string, { textLimit, measure }: Ruler) {
  const known = new Map<Cut, number>();
  const lengthAt = async (cut: Cut) => {
    const before = known.get(cut);
    if (before !== undefined) return before;
    await breathe(); // a large table takes long to be read, and others wait meanwhile
    const length = await measure({ text: text.slice(0, cut.end).trimEnd() + cut.close, citations: [] });
    known.set(cut, length);
    return length;
  };
  const last = cuts[await findLast(cuts, lengthAt, textLimit)];
  if (last === undefined) return undefined;
  const possible = cuts.filter(({ end }) => end <= last.end && end > last.end / 3);
  for (const best of possible.sort((a, b) => a.rank - b.rank || b.end - a.end))
    if ((await lengthAt(best)) <= textLimit) return { last, best };
  return undefined;
}

/**
 * Returns the index of the last cut that fits, provided that all before it do; -1 when none does. Each measurement
 * tells how long the text becomes, and so where to look next; halving finds what guesses do not.
 */
async function findLast(cuts: readonly Cut[], lengthAt: (cut: Cut) => Promise<number>, limit: number): Promise<number> {
  let [low, high] = [-1, cuts.length];
  let aim = limit;
  for (let step = 0; high - low > 1; step += 1) {
    const guess = cuts.findLastIndex(({ end }) => end <= aim);
    const at = step < mostGuesses ? Math.min(Math.max(guess, low + 1), high - 1) : Math.floor((low + high) / 2);
    const length = await lengthAt(cuts[at]);
    if (length <= limit) low = at;
    else high = at;
    aim = (cuts[at].end * limit) / Math.max(length, 1);
  }
  return low;
}
