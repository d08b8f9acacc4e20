import type { Span } from './predicted-at.ts';

/**
 * The keys of stored answers and truths: the ID of the row, and which of its predictions. They are one text, because
 * nodes of the release before, which know one answer of an ID, write into the same tables under the ID alone.
 */

/** The key of the answer that an ID got in a window, and of its truth. */
export function keyInWindow(rowId: string, window_start: string): string {
  return `${rowId}@${window_start}`;
}

/** The key of a truth that waits for an answer: any one, or one of a span. */
export function waitingKey(rowId: string, span?: Span): string {
  return span ? `${rowId}~${span.from}/${span.to}` : rowId;
}

export function rowIdOf(key: string): string {
  return key.split(/[@~]/, 1)[0];
}
