import type { Field } from '../columns/fields.ts';
import { rowNumbers } from '../random.ts';

/**
 * Returns all rows in a random order that depends on their content alone, so that the order of rows and columns in the
 * table changes nothing.
 */
export function orderRows(fields: readonly Field[], targets: Float64Array, seed: number): Int32Array {
  const hashes = new Uint32Array(targets.length);
  addColumn(hashes, numberHasher(targets), hashText('', seed));
  for (const field of fields) addColumn(hashes, cellHasher(field, seed), hashText(field.profile.name, seed));
  for (let row = 0; row < hashes.length; row++) hashes[row] = mix(hashes[row] ^ seed);
  return rowNumbers(hashes.length).sort((a, b) => hashes[a] - hashes[b] || a - b);
}

/** Adds the hashes of a column to those of the rows; sums do not depend on the order of columns. */
function addColumn(hashes: Uint32Array, hashCell: (row: number) => number, salt: number): void {
  for (let row = 0; row < hashes.length; row++) hashes[row] += mix(hashCell(row) ^ salt);
}

function cellHasher(field: Field, seed: number): (row: number) => number {
  if (field.type === 'numeric') return numberHasher(field.values);
  const texts = Uint32Array.from(field.texts, (text) => hashText(text, seed));
  return (row) => (field.codes[row] < 0 ? 0 : texts[field.codes[row]]);
}

function numberHasher(values: Float64Array): (row: number) => number {
  const bits = new Float64Array(1);
  const words = new Uint32Array(bits.buffer);
  return (row) => {
    // Adding 0 turns -0 into 0.
    bits[0] = values[row] + 0;
    return mix(words[0]) ^ words[1];
  };
}

function hashText(text: string, seed: number): number {
  let hash = mix(seed + 1);
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return mix(hash);
}

/** Mixes the bits of a hash by the finisher of MurmurHash3. */
function mix(value: number): number {
  let hash = value;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
