import type { LinkedQuestion } from '../link/linked-question.ts';
import { hasWord } from '../link/links.ts';
import { operations, roles } from '../propose/parts.ts';

/** Weights of pairs of a part of a reading and a word of the question, at the place of their hash. */
export const weightCount = 1 << 18;

/** Places of the weights that make the score of each part of a question's readings. */
export type Places = readonly Int32Array[];

function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

function placeOf(key: number, gram: number): number {
  let hash = Math.imul(key ^ gram, 0x9e3779b1);
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) & (weightCount - 1);
}

const always = hashOf('always');

/** Single words and pairs of words, with digits and values left out. */
function gramsOf({ tokens, conditions }: LinkedQuestion): { single: number[]; all: number[] } {
  const isValue = (at: number) => conditions.some(({ words, found }) => found === 'value' && hasWord(words, at));
  const words = tokens.map(({ stem, number, text }, at) =>
    number !== undefined && /^\d/.test(text) ? '#' : isValue(at) ? '@' : stem,
  );
  const single = [...new Set(words)].map(hashOf);
  const pairs = words.map((word, at) => `${word} ${words[at + 1] ?? '.'}`);
  return {
    single: [always, ...single],
    all: [always, ...single, ...[...new Set([`. ${words[0]}`, ...pairs])].map(hashOf)],
  };
}

/** Returns for each part of `propose/parts.ts` the places of its weights. */
export function placesOf(question: LinkedQuestion): Places {
  const { single, all } = gramsOf(question);
  const { fields, stems } = question.table;
  const ofOperations = operations.map((name) => placesOfKey(hashOf(name), all));
  const ofFields = roles.flatMap((role) =>
    fields.map(({ at, part, kind }) => {
      const typed = placesOfKey(hashOf(`${role} ${part} ${kind}`), all);
      const place = placesOfKey(hashOf(`${role} ${Math.min(at, 4)}`), [always]);
      const named = (stems[at] ?? []).slice(0, 4).map((stem) => placesOfKey(hashOf(`${role} ${stem}`), single));
      return join([typed, place, ...named]);
    }),
  );
  return [...ofOperations, ...ofFields];
}

function placesOfKey(key: number, grams: readonly number[]): Int32Array {
  return Int32Array.from(grams, (gram) => placeOf(key, gram));
}

function join(parts: readonly Int32Array[]): Int32Array {
  const joined = new Int32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

/** Returns the score of each part: the sum of its weights. */
export function scoreParts(places: Places, weights: Float32Array | Int8Array, unit = 1): Float64Array {
  return Float64Array.from(places, (own) => {
    let sum = 0;
    for (const place of own) sum += weights[place];
    return sum * unit;
  });
}
