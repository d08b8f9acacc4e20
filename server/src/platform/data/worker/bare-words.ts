import { isMark } from '@sibyl/engine/readings/file-words.ts';
import { fold } from '@sibyl/engine/readings/fold.ts';
import { kindOf } from './detect-header.ts';
import type { Writing } from './records.ts';

/**
 * Returns the words for "no value" that stand without quotes in a file that quotes each text, folded: R writes
 * `"Namibia","NA"` and NA so.
 */
export function findBareWords(text: string, { delimiter, quote }: Writing): string[] {
  if (quote !== '"' || delimiter.length !== 1) return [];
  const bare = new Set<string>();
  const quoted = new Set<string>();
  for (const { cell, isQuoted } of cellsOf(text, delimiter)) {
    if (isQuoted) quoted.add(fold(cell));
    else if (isMark({ text: cell })) bare.add(fold(cell));
    else if (kindOf(cell) === 'text') return [];
  }
  const hasTexts = [...quoted].some((cell) => kindOf(cell) === 'text');
  return hasTexts ? [...bare].filter((word) => !quoted.has(word)) : [];
}

function* cellsOf(text: string, delimiter: string): Generator<{ cell: string; isQuoted: boolean }> {
  const other = `[^\\u{${delimiter.codePointAt(0)?.toString(16)}}"\\r\\n]*`;
  for (const [cell] of text.matchAll(new RegExp(`"(?:[^"]|"")*"|${other}`, 'gu'))) {
    const isQuoted = cell.startsWith('"');
    const bare = (isQuoted ? cell.slice(1, -1) : cell).trim();
    if (bare !== '') yield { cell: bare, isQuoted };
  }
}
