const leastLetters = 3;

/** Returns a word without accents, in small letters: "Größe" and "Groesse" are `grosse`. */
export function fold(word: string): string {
  return word
    .toLowerCase()
    .replaceAll(/([aou])e(?=\p{L}{2})/gu, '$1')
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '');
}

/** Returns a folded word without its endings, the same for all its forms; no word of a dictionary. */
export function rootOf(word: string, endings: readonly string[]): string {
  let root = fold(word);
  for (;;) {
    const ending = endings.find((one) => root.endsWith(one) && root.length - one.length >= leastLetters);
    if (ending === undefined) return root;
    root = root.slice(0, -ending.length);
  }
}
