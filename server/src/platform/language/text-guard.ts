/** Why a text was ended before its language model ended it. */
export type EarlyEnd = 'repetition' | 'chat_tag';

/** Marks of chat templates, which a language model writes where its own turn is over. */
const tag = /<\|[a-z0-9_]{2,30}\|>|<\/s>|<(?:start|end)_of_turn>|<(?:eos|bos|pad)>|\[\/?INST\]|<<\/?SYS>>/i;
/** The end of a text that may be the beginning of a mark. */
const halfTag = /(?:<[|/<]?[a-z0-9_/|]{0,30}|\[\/?I?N?S?T?)$/i;
/** A mark in front of an answer is the end of the question, with the role of who speaks now. */
const opening = /^\s*(?:(?:<\|[a-z0-9_]{2,30}\|>|<start_of_turn>)\s?(?:assistant|model)?\s*\n)+/i;
const halfOpening = /^\s*(?:<\|[a-z0-9_]{2,30}\|>|<start_of_turn>)[a-z ]{0,12}$/i;

/** What a language model thinks aloud is no answer. */
const thought = /<\/?think(?:ing)?>/i;
const endOfThought = /<\/think(?:ing)?>/i;
const halfThought = /<\/?[a-z]{0,8}$/i;
const longestMark = '</thinking>'.length;

const looksBack = 4000;
const checkEvery = 200;
/** Minimum length of what repeats itself without a pause, and how often. */
const [longest, fewest] = [240, 4];
/** The same for few characters, as under the head of a table, and for its rows, which may be alike. */
const [longestOfFew, few, longestOfRows] = [500, 12, 2000];
/** Words that are looked at, and the least share of their triples that must be new. */
const [circle, leastNew] = [150, 0.4];
/** A sentence said this often goes on for ever. */
const mostSaid = 5;
const longSentence = 25;

/**
 * Watches the text of a language model as it comes. Small ones go on after their turn and write the marks of their chat
 * template, or say the same for ever; both end the text. What they think aloud is left out.
 */
export class TextGuard {
  /** The end of what was passed on. */
  #passed = '';
  #held = '';
  #unchecked = 0;
  /** What is not known yet to be a mark around thoughts. */
  #unread = '';
  #isThinking = false;

  /** Takes the next piece; returns what may be passed on, and why the text ends with it, if it does. */
  take(piece: string): { text: string; ended?: EarlyEnd } {
    this.#held += this.#withoutThoughts(piece);
    if (this.#passed === '') {
      if (halfOpening.test(this.#held)) return { text: '' };
      this.#held = this.#held.replace(opening, '');
    }
    const found = tag.exec(this.#held);
    if (found) return { text: this.#pass(this.#held.slice(0, found.index)), ended: 'chat_tag' };
    const from = halfTag.exec(this.#held)?.index ?? this.#held.length;
    const rest = this.#held.slice(from);
    const text = this.#pass(this.#held.slice(0, from));
    this.#held = rest;
    this.#unchecked += text.length;
    if (this.#unchecked < checkEvery) return { text };
    this.#unchecked = 0;
    return repetitionIn(this.#passed) === undefined ? { text } : { text, ended: 'repetition' };
  }

  /** Returns what was held back, when the text is over. */
  rest(): string {
    const unread = this.#isThinking ? '' : this.#unread;
    this.#unread = '';
    return this.#pass(this.#held + unread);
  }

  #withoutThoughts(piece: string): string {
    this.#unread += piece;
    let text = '';
    while (true) {
      const mark = (this.#isThinking ? endOfThought : thought).exec(this.#unread);
      if (mark === null) break;
      if (!this.#isThinking) text += this.#unread.slice(0, mark.index);
      this.#isThinking = !mark[0].startsWith('</');
      this.#unread = this.#unread.slice(mark.index + mark[0].length);
    }
    const from = this.#isThinking ? -longestMark : (halfThought.exec(this.#unread)?.index ?? this.#unread.length);
    if (!this.#isThinking) text += this.#unread.slice(0, from);
    this.#unread = this.#unread.slice(from);
    return text;
  }

  #pass(text: string): string {
    this.#held = '';
    this.#passed = (this.#passed + text).slice(-looksBack);
    return text;
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
  const { length, period } = periodicEnd(tail);
  if (period > 0) return text.length - length + period;
  return sayingAgain(tail, text.length - tail.length) ?? circling(tail, text.length - tail.length);
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
  return isOfRows && best.length < longestOfRows ? { length: 0, period: 0 } : best;
}
