import text from '../../../docs/glossary.md?raw';

/** What each word means, by the word. */
export const meanings: ReadonlyMap<string, string> = new Map(
  [...text.matchAll(/^- \*\*(.+?)\*\*: (.+)$/gm)].map(([, word, meaning]) => [word, meaning.replaceAll('`', '')]),
);
