import type { Sha256 } from '../model.ts';
import { crc32 } from './crc32.ts';
import { sha256 } from './sha256.ts';

/**
 * A model file begins with 8 bytes of length and this, so both digests lie at fixed places. Each is taken over the file
 * with zeros in its own place; CRC-32, which came later and is a part of what SHA-256 is taken over, with zeros in both.
 */
const [opening, between] = ['{"__metadata__":{"sha256":"', '","crc32":"'];
const places = { sha256: placeAt(8 + opening.length, 64), crc32: placeAt(8 + opening.length + 64 + between.length, 8) };

/** Bytes at the start of a file that hold the digests. */
const headBytes = places.crc32.end;

/** What a header begins with, before the digests are known. */
export const noDigests = { sha256: '0'.repeat(64), crc32: '0'.repeat(8) };

/** What a host found while it read a file, over the parts that `digestedParts` names. */
export interface Digest {
  kind: keyof typeof places;
  /** Hexadecimal. */
  text: string;
}

function placeAt(start: number, length: number) {
  return { start, end: start + length };
}

/** Returns the quickest digest that a file has, by its first bytes; older files have no CRC-32. */
export function quickestDigest(head: Uint8Array): Digest['kind'] {
  return decode(head, { start: places.sha256.end, end: places.crc32.start }) === between ? 'crc32' : 'sha256';
}

/** Returns the file, or its first bytes, with zeros in place of digests: its head as a copy, and the rest. */
export function digestedParts(bytes: Uint8Array, kind: Digest['kind']): [Uint8Array, Uint8Array] {
  const head = new Uint8Array(bytes.subarray(0, headBytes)); // `slice` of a Buffer is no copy
  for (const each of new Set(['sha256', kind] as const)) head.fill(0x30, places[each].start, places[each].end);
  return [head, bytes.subarray(headBytes)];
}

/** Writes both digests of a file that has zeros in their places. */
export function writeDigests(bytes: Uint8Array, hash: Sha256 = sha256): void {
  encode(bytes, places.crc32.start, crcText(bytes));
  encode(bytes, places.sha256.start, hash(digestedParts(bytes, 'sha256')));
}

/** Tells whether the file is as it was written, by a digest that the host found, or else by SHA-256. */
export function holdsDigest(bytes: Uint8Array, found: Sha256 | Digest = sha256): boolean {
  if (bytes.length < places.sha256.end) return false;
  const { kind, text } =
    typeof found === 'function' ? { kind: 'sha256' as const, text: found(digestedParts(bytes, 'sha256')) } : found;
  return decode(bytes, places[kind]) === text;
}

/** Returns a CRC-32 as it is written in a file. */
export function textOfCrc(crc: number): string {
  return crc.toString(16).padStart(8, '0');
}

function crcText(bytes: Uint8Array): string {
  const [head, rest] = digestedParts(bytes, 'crc32');
  return textOfCrc(crc32(rest, crc32(head)));
}

function decode(bytes: Uint8Array, { start, end }: { start: number; end: number }): string {
  return String.fromCharCode(...bytes.subarray(start, end));
}

function encode(bytes: Uint8Array, at: number, text: string): void {
  bytes.set(new TextEncoder().encode(text), at);
}
