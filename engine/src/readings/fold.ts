/** Normalises case, white space, accents and quotes. Single letters keep their case, because they are often codes. */
export function fold(text: string): string {
  const bare = text
    .trim()
    .replace(/^(["'])(.*)\1$/s, '$2')
    .trim();
  if (bare.length === 1) return bare;
  return bare.normalize('NFC').toLowerCase().replace(/\s+/g, ' ');
}
