const looksBack = 4000;
const checkEvery = 200;
/** Minimum length of what repeats itself without a pause, and how often. */
const [longest, fewest] = [240, 4];
/** The same for few characters, as under the head of a table, and for its rows, some of which may be alike. */
const [longestOfFew, few, longestOfRows, mostRowsAlike] = [500, 12, 2000, 30];
/** Words that are looked at, and the least share of their triples that must be new. */
const [circle, leastNew] = [150, 0.4];
/** A sentence said this often goes on for ever. */
const mostSaid = 5;
const longSentence = 25;

/** Watches a text as it comes for saying the same for ever. */
export class RepetitionWatch {
  #seen = '';
  #unchecked = 0;
  readonly #find: (text: string) => number | undefined;

  constructor(find = repetitionIn) {
    this.#find = find;
  }

  /** Takes the next piece; returns whether the text repeats itself by now. */
  sees(piece: string): boolean {
    this.#seen = (this.#seen + piece).slice(-looksBack);
    this.#unchecked += piece.length;
    if (this.#unchecked < checkEvery) return false;
    this.#unchecked = 0;
    return this.#find(this.#seen) !== undefined;
  }
}

/** Returns the text up to where it begins to repeat itself, with what is repeated once. */
export function withoutRepetition(text: string): string {
  const at = repetitionIn(text);
  if (at === undefined) return text;
  const kept = text.slice(0, at);
  const ends = [...kept.matchAll(/[.!?](?=\s|$)|\n/g)];
  return kept.slice(0, (ends.at(-1)?.index ?? kept.lastIndexOf(' ')) + 1).trimEnd() || kept;
}

/** Returns the place at which the second saying of the same begins, if the text ends in a repetition. */
function repetitionIn(text: string): number | undefined {
  const tail = text.slice(-looksBack);
  const start = text.length - tail.length;
  return saidAtOnce(tail, start) ?? sayingAgain(tail, start) ?? circling(tail, start);
}

/** The same for thoughts, which come back to a sentence now and then. */
export function circleIn(text: string): number | undefined {
  const tail = text.slice(-looksBack);
  const start = text.length - tail.length;
  return saidAtOnce(tail, start) ?? circling(tail, start);
}

function saidAtOnce(tail: string, start: number): number | undefined {
  const { length, period } = periodicEnd(tail);
  return period > 0 ? start + tail.length - length + period : undefined;
}

/** Finds where a text begins to turn in a small circle of words, in no order that is exactly the same. */
function circling(tail: string, start: number): number | undefined {
  const words = [...tail.matchAll(/[\p{L}\p{N}][^\s,;|]*/gu)].slice(-circle);
  const isTable = (tail.match(/\|/g)?.length ?? 0) > circle / 4;
  if (words.length < circle || isTable) return undefined;
  const triples = words.slice(2).map((_, at) => `${words[at]} ${words[at + 1]} ${words[at + 2]}`.toLowerCase());
  return new Set(triples).size < triples.length * leastNew ? start + words[0].index : undefined;
}

function sayingAgain(tail: string, start: number): number | undefined {
  const sentences = tail.split(/(?<=[.!?]\s|\n)/);
  const last = sentences.at(-2)?.trim() ?? '';
  if (last.length < longSentence || last.startsWith('|')) return undefined;
  const places = sentences.flatMap((one, at) => (one.trim() === last ? [at] : []));
  return places.length < mostSaid ? undefined : start + sentences.slice(0, places[1]).join('').length;
}

/** Finds the longest end of a text that is one piece said again and again, by the prefix function of its mirror image. */
function periodicEnd(text: string): { length: number; period: number } {
  const mirrored = text.split('').reverse();
  const prefix = new Int32Array(mirrored.length);
  let best = { length: 0, period: 0 };
  for (let at = 1; at < mirrored.length; at += 1) {
    let matched = prefix[at - 1];
    while (matched > 0 && mirrored[at] !== mirrored[matched]) matched = prefix[matched - 1];
    if (mirrored[at] === mirrored[matched]) matched += 1;
    prefix[at] = matched;
    const [length, period] = [at + 1, at + 1 - matched];
    if (length >= (period <= few ? longestOfFew : longest) && length >= fewest * period) best = { length, period };
  }
  const isOfRows = best.period > 0 && /\|\n|\n\|/.test(text.slice(-best.period));
  const mostOfRows = Math.min(longestOfRows, mostRowsAlike * best.period);
  return isOfRows && best.length < mostOfRows ? { length: 0, period: 0 } : best;
}
