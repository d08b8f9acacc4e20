const table = Int32Array.from({ length: 256 }, (_, byte) => {
  let bits = byte;
  for (let step = 0; step < 8; step++) bits = bits & 1 ? (bits >>> 1) ^ 0xedb88320 : bits >>> 1;
  return bits;
});

/** CRC-32 as in zlib and PNG; a host's own is some thirty times as fast. */
export function crc32(bytes: Uint8Array, before = 0): number {
  let crc = ~before;
  for (let at = 0; at < bytes.length; at++) crc = (crc >>> 8) ^ table[(crc ^ bytes[at]) & 255];
  return ~crc >>> 0;
}
