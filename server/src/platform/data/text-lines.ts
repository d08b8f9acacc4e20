/**
 * Yields the lines of a UTF-8 text. Only `\n` ends one: Node's readline also ends them at U+2028 and U+2029, which JSON
 * allows within its texts.
 */
export async function* readTextLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let begun: string[] = [];
  for await (const chunk of chunks) {
    const [first, ...others] = decoder.decode(chunk, { stream: true }).split('\n');
    begun.push(first);
    for (const next of others) {
      yield begun.join('');
      begun = [next];
    }
  }
  const last = begun.join('') + decoder.decode();
  if (last !== '') yield last;
}
