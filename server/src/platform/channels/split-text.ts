const fence = /^```.*$/gm;

/**
 * Cuts Markdown into parts of at most `limit` characters: between paragraphs where possible, else between lines,
 * sentences, words. A code block that is cut is closed in one part and opened again in the next.
 */
export function splitText(text: string, limit: number): string[] {
  const parts: string[] = [];
  let rest = text.trim();
  while (rest.length > limit) {
    // Room for closing a block of code that the cut may fall into.
    const head = rest.slice(0, cutBefore(rest, limit - 4));
    const opened = openFence(head);
    parts.push(opened === undefined ? head.trimEnd() : `${head.trimEnd()}\n\`\`\``);
    const tail = rest.slice(head.length);
    rest = opened === undefined ? tail.trimStart() : `${opened}\n${tail.replace(/^\n+/, '')}`;
  }
  return rest === '' && parts.length > 0 ? parts : [...parts, rest];
}

/** Where to cut within the first `limit` characters; not in the first third, which would make many small parts. */
function cutBefore(text: string, limit: number): number {
  const head = text.slice(0, limit);
  for (const mark of ['\n\n', '\n', '. ', '? ', '! ', ' ']) {
    const at = head.lastIndexOf(mark);
    if (at > limit / 3) return at + mark.length;
  }
  const isHalf = /[\ud800-\udbff]$/.test(head); // half of a character beyond 16 bits
  return isHalf ? limit - 1 : limit;
}

/** The line that opened the code block that the text ends in. */
function openFence(text: string): string | undefined {
  const fences = text.match(fence) ?? [];
  return fences.length % 2 === 1 ? fences[fences.length - 1].slice(0, 40) : undefined;
}
