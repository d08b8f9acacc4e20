/** Blank lines, and the beginnings of items, headings and rows. */
const blockEnd = /\n(?=\s*(?:[-*•+#|]\s|#))|\n\s*\n/u;

/** Abbreviations that go on before a capital letter … */
const before = 'e\\.g|i\\.e|cf|vs|viz|resp|approx|ca|incl|Dr|Mr|Mrs|Ms|Prof|St|z\\.B|d\\.h|bzw|vgl|\\p{Lu}';
/** … and those that go on before a number: "No. 5", "v1. 2". */
const beforeNumber = 'No|Nos|Nr|Art|Abs|Sec|Sect|Ch|Chap|Fig|Figs|Eq|Vol|App|Tab|p|pp|n|ver|v\\d*';
const months = ['en', 'de', 'fr', 'es'].flatMap((language) => {
  const format = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' });
  return Array.from({ length: 12 }, (_, month) => format.format(Date.UTC(2000, month)));
});

/** The end of one piece and the beginning of the next, where they are one sentence. */
const goesOn: readonly (readonly [RegExp, RegExp])[] = [
  [new RegExp(`(?<![\\p{L}\\p{N}])(?:${before})\\.$`, 'u'), /^/],
  [new RegExp(`(?<![\\p{L}\\p{N}])(?:${beforeNumber})\\.$`, 'iu'), /^[\d§(]/u],
  [/(?<!\d)\d{1,2}\.$/u, new RegExp(`^(?:of |${months.join('|')})`, 'iu')],
  [/^(?:\(?\d{1,3}|\p{L})[.)]$/u, /^/], // the number of an item stays with it
];

/** Made with the first passage: it takes 2 MB. */
let segmenter: Intl.Segmenter | undefined;

/** Returns the sentences of a text and the items of its lists, without headings and line breaks. */
export function sentencesOf(text: string): string[] {
  const blocks = text.split(blockEnd).map((block) => block.replaceAll(/\s+/g, ' ').trim());
  return blocks.filter((block) => block && !block.startsWith('#')).flatMap(sentencesOfBlock);
}

function sentencesOfBlock(block: string): string[] {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'sentence' });
  const sentences: string[] = [];
  for (const { segment } of segmenter.segment(block)) {
    const piece = segment.trim();
    const last = sentences.at(-1);
    if (last !== undefined && goesOn.some(([end, next]) => end.test(last) && next.test(piece)))
      sentences[sentences.length - 1] = `${last} ${piece}`;
    else if (piece) sentences.push(piece);
  }
  return sentences;
}
