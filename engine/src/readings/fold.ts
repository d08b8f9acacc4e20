/**
 * The same for texts that differ in case, white space, the way that accents are written, or quotes around them. Single letters
 * are often codes and keep their case.
 */
export function fold(text: string): string {
  const bare = text
    .trim()
    .replace(/^(["'])(.*)\1$/s, '$2')
    .trim();
  if (bare.length === 1) return bare;
  return bare.normalize('NFC').toLowerCase().replace(/\s+/g, ' ');
}
