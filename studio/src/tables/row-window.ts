import { type KeyboardEvent, type RefObject, useLayoutEffect, useState } from 'react';

export const rowHeight = 32;
/** Browsers limit the height of elements. */
const tallest = 12_000_000;
const extraRows = 6;

export interface RowWindow {
  /** Height of all rows for the scroll bar. */
  height: number;
  /** Width of the frame. */
  wide: number;
  first: number;
  /** The row after the last drawn one. */
  end: number;
  /** Where a row is drawn. */
  placeOf: (row: number) => number;
  onKeyDown: (event: KeyboardEvent) => void;
}

/**
 * Says which rows of a frame are seen. In a very long table a row has less of the scroll bar than of the screen, but
 * each row can be reached, and a page of keys is a page of rows.
 */
export function useRowWindow(frame: RefObject<HTMLElement | null>, rows: number): RowWindow {
  const { top, seen, wide } = useScrolled(frame);
  const step = Math.min(rowHeight, tallest / Math.max(1, rows));
  const position = top / step;
  const first = Math.max(0, Math.floor(position) - extraRows);
  const onKeyDown = (event: KeyboardEvent) => {
    const page = Math.max(1, Math.floor(seen / rowHeight) - 1);
    const moved = { PageDown: page, PageUp: -page, ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (moved === undefined || event.ctrlKey || event.metaKey || event.altKey || !frame.current) return;
    event.preventDefault();
    frame.current.scrollTop += moved * step;
  };
  return {
    height: rows * step + seen * (1 - step / rowHeight),
    wide,
    first,
    end: Math.min(rows, Math.ceil(position + seen / rowHeight) + extraRows),
    placeOf: (row) => top + (row - position) * rowHeight,
    onKeyDown,
  };
}

/** Returns the position of the scroll bar, the height of the rows' part of the frame, and the frame's width. */
function useScrolled(frame: RefObject<HTMLElement | null>) {
  const [scrolled, setScrolled] = useState({ top: 0, seen: 0, wide: 0 });
  useLayoutEffect(() => {
    const node = frame.current;
    if (!node) return;
    const read = () =>
      setScrolled({ top: node.scrollTop, seen: node.clientHeight - rowHeight, wide: node.clientWidth });
    const resizing = new ResizeObserver(read);
    resizing.observe(node);
    node.addEventListener('scroll', read, { passive: true });
    read();
    return () => {
      resizing.disconnect();
      node.removeEventListener('scroll', read);
    };
  }, [frame]);
  return scrolled;
}
