import { createTextKernel, type TextKernel } from '../trees/kernel/wasm.ts';
import { Arena } from '../trees/state/arena.ts';
import { doublePowers, scaledPowers } from './powers.ts';

/** Bytes that reading or writing may touch behind a text. */
export const margin = 64;
/** A scratch that has grown beyond this is given up after its request. */
const mostBytes = 64 * 1024 * 1024;

/** Memory in which the rows of one request are read and its answers written. */
export interface Scratch {
  arena: Arena;
  kernel: TextKernel;
  /** Addresses of the powers of ten for reading and for writing, of some free bytes, and of what the kernel reports. */
  powers: number;
  scaled: number;
  digits: number;
  report: number;
}

let kept: { scratch: Scratch; start: number } | undefined;

/**
 * Returns the scratch of this thread, cleared: what was on it is gone. Whoever uses it finishes before the event loop turns.
 */
export function clearScratch(): Scratch {
  if (kept === undefined || kept.scratch.arena.memory.buffer.byteLength > mostBytes) {
    const scratch = setUp();
    kept = { scratch, start: scratch.arena.mark() };
  }
  kept.scratch.arena.release(kept.start);
  return kept.scratch;
}

function setUp(): Scratch {
  const arena = new Arena();
  const powers = arena.allocate(doublePowers.length * 8);
  arena.doubles(powers, doublePowers.length).set(doublePowers);
  const scaledWords = scaledPowers();
  const scaled = arena.allocate(scaledWords.byteLength);
  arena.bytes(scaled, scaledWords.byteLength).set(new Uint8Array(scaledWords.buffer));
  const digits = arena.allocate(margin);
  const report = arena.allocate(margin);
  return { arena, kernel: createTextKernel(arena.memory), powers, scaled, digits, report };
}

/** Puts bytes on a scratch; returns their address. */
export function placeBytes({ arena }: Scratch, bytes: Uint8Array): number {
  const address = arena.allocate(bytes.length + margin);
  arena.bytes(address, bytes.length).set(bytes);
  return address;
}
