import type { Reply } from '../../../platform/channels/platform.ts';

const longest = 160;

/**
 * Returns the first words of an answer with a sign that more follows. It is posted first, so that a notification shows
 * them.
 */
export function beginningOf(text: string): Reply {
  const words = text
    .replace(/[*_~`#>|[\]]+/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  const cut = words.length <= longest ? words : words.slice(0, longest).replace(/\s+\S*$/, '');
  return { text: `${cut} …`.trim(), citations: [] };
}
