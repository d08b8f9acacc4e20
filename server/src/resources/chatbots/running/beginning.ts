import type { Reply } from '../../../platform/channels/platform.ts';

const longest = 160;

/**
 * What stands for an answer until all of it does: its first words, so that whoever is notified reads them, and a sign that
 * more is to come.
 */
export function beginningOf(text: string): Reply {
  const words = text
    .replace(/[*_~`#>|[\]]+/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  const cut = words.length <= longest ? words : words.slice(0, longest).replace(/\s+\S*$/, '');
  return { text: `${cut} …`.trim(), citations: [] };
}
