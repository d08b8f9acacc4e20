/** Maximum characters of a question that is read; reading takes the square of their number. */
export const longestText = 1000;

/** Returns the words of a name: `rentalPrice`, `rental_price` and "rental price" have the same two. */
export function wordsOfName(name: string): string[] {
  return name
    .normalize('NFC')
    .replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}
