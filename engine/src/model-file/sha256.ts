const roundConstants = makeConstants();

/** Returns the first 32 bits of the fractions of the cube roots of the first 64 primes (FIPS 180-4, 4.2.2). */
function makeConstants(): Uint32Array {
  const constants = new Uint32Array(64);
  for (let found = 0, candidate = 2; found < 64; candidate++) {
    let isPrime = true;
    for (let divisor = 2; divisor * divisor <= candidate; divisor++) if (candidate % divisor === 0) isPrime = false;
    if (isPrime) constants[found++] = fractionBits(Math.cbrt(candidate));
  }
  return constants;
}

function fractionBits(root: number): number {
  return Math.floor((root - Math.floor(root)) * 0x100000000);
}

/**
 * Hashes for hosts that pass no hash of their own; it takes some 30 times as long as one that uses the processor's
 * instructions.
 */
export function sha256(parts: readonly Uint8Array[]): string {
  const state = Uint32Array.of(
    0x6a09e667,
    0xbb67ae85,
    0x3c6ef372,
    0xa54ff53a,
    0x510e527f,
    0x9b05688c,
    0x1f83d9ab,
    0x5be0cd19,
  );
  const words = new Uint32Array(64);
  const block = new Uint8Array(64);
  let filled = 0;
  for (const part of [...parts, endOf(parts)]) {
    for (const byte of part) {
      block[filled++] = byte;
      if (filled < 64) continue;
      compress(state, block, words);
      filled = 0;
    }
  }
  return [...state].map((word) => word.toString(16).padStart(8, '0')).join('');
}

/** Padding: a one bit, zeros, and the length in bits, up to a multiple of 64 bytes. */
function endOf(parts: readonly Uint8Array[]): Uint8Array {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const end = new Uint8Array(((119 - (length % 64)) % 64) + 9);
  end[0] = 0x80;
  const view = new DataView(end.buffer);
  view.setUint32(end.length - 8, Math.floor(length / 0x20000000));
  view.setUint32(end.length - 4, (length * 8) % 0x100000000);
  return end;
}

function rotate(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits));
}

function compress(state: Uint32Array, block: Uint8Array, words: Uint32Array): void {
  for (let i = 0; i < 16; i++)
    words[i] = (block[i * 4] << 24) | (block[i * 4 + 1] << 16) | (block[i * 4 + 2] << 8) | block[i * 4 + 3];
  for (let i = 16; i < 64; i++) {
    const early = rotate(words[i - 15], 7) ^ rotate(words[i - 15], 18) ^ (words[i - 15] >>> 3);
    const late = rotate(words[i - 2], 17) ^ rotate(words[i - 2], 19) ^ (words[i - 2] >>> 10);
    words[i] = words[i - 16] + early + words[i - 7] + late;
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let i = 0; i < 64; i++) {
    const mixedE = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const first = (h + mixedE + ((e & f) ^ (~e & g)) + roundConstants[i] + words[i]) | 0;
    const mixedA = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const second = (mixedA + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + second) | 0;
  }
  for (const [index, word] of [a, b, c, d, e, f, g, h].entries()) state[index] += word;
}
