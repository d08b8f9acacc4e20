/** Enough of a file to tell its kind. */
export const markBytes = 16;

/**
 * Returns whether a file begins with these letters and is not text, in which they may name a column: soon after them stands
 * a control character.
 */
export function beginsBinary(letters: string, start: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters distinguish binary from text
  return start.startsWith(letters) && (start === letters || /[\0-\x08\x0e-\x1f]/.test(start.slice(0, markBytes)));
}

export function isParquet(head: Buffer): boolean {
  return beginsBinary('PAR1', head.toString('latin1', 0, markBytes));
}
