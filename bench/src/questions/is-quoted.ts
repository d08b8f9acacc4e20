/** Characters of a passage that a quote must share with it: an answer may begin or end in another chunk. */
const shared = 40;
const step = 8;

/** Whether a text holds a passage that answers, or a stretch of one, whatever its spaces, marks and hyphens. */
export function isQuoted({ passage, also = [] }: { passage: string; also?: readonly string[] }, text: string): boolean {
  const held = lettersOf(text);
  return [passage, ...also].map(lettersOf).some((wanted) => {
    const last = Math.max(0, wanted.length - shared);
    const starts = Array.from({ length: Math.floor(last / step) + 1 }, (_, at) => at * step);
    return starts.some((start) => held.includes(wanted.slice(start, start + shared)));
  });
}

function lettersOf(text: string): string {
  return text
    .replaceAll(/‐\s*/g, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '');
}
