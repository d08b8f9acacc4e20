/** Number of hash buckets for n-grams. */
export const bucketCount = 1 << 18;

const runLength = 4;
const word = /[\p{L}\p{N}]+(?:['’][\p{L}]+)?|[!?]+|:\)|:\(|[\p{Emoji_Presentation}]/gu;

/** Hash buckets of a text's words, word pairs and character n-grams within words, with repeats. */
export function hashTokens(text: string): number[] {
  const buckets: number[] = [];
  let before = '';
  for (const [token] of text.toLowerCase().slice(0, 20_000).matchAll(word)) {
    buckets.push(bucketOf(token, 1));
    if (before !== '') buckets.push(bucketOf(`${before} ${token}`, 2));
    before = token;
    const edged = `<${token}>`;
    for (let start = 0; start + runLength <= edged.length; start++)
      buckets.push(bucketOf(edged.slice(start, start + runLength), 3));
  }
  return buckets;
}

/** FNV-1a over UTF-16 code units, mixed so that kinds of n-grams do not systematically share buckets. */
function bucketOf(gram: string, kind: number): number {
  let hash = 0x811c9dc5 ^ kind;
  for (let index = 0; index < gram.length; index++) hash = Math.imul(hash ^ gram.charCodeAt(index), 0x01000193);
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x85ebca6b);
  return ((hash ^ (hash >>> 13)) >>> 0) % bucketCount;
}
