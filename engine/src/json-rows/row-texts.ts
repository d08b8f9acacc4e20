import type { JsonPiece } from './json-rows.ts';
import { margin, placeBytes, type Scratch } from './scratch.ts';

/** What differs from row to row: a cell as it was sent, a number, or one of some texts, by their places in a row. */
export type Varying = { cell: number } | { number: number } | { text: number };

/** The layout of a row, prepared for the kernel. */
export interface RowLayout {
  constants: Uint8Array;
  /** Of each step: start and length of a constant text, then table and place in it of what follows, or -1 and 0. */
  steps: Int32Array;
}

/** The figures of the rows of a piece. */
export interface Figures {
  /** rows x `width` */
  numbers: Float64Array;
  width: number;
  texts: readonly TextFigure[];
}

/** One place of texts: each row has one of `choices`. */
export interface TextFigure {
  choices: readonly Uint8Array[];
  /** By row. */
  chosen: Int32Array;
}

/** A layout that lies on a scratch. */
export interface PlacedLayout {
  scratch: Scratch;
  steps: number;
  stepsEnd: number;
  constantBytes: number;
}

const stepBytes = 16;
const tables = { cell: 0, number: 1, text: 2 };
/** The longest number has 25 characters; `null` is shorter. */
const numberBytes = 32;

export function prepareLayout(parts: readonly (string | Varying)[]): RowLayout {
  const constants = new TextEncoder().encode(parts.filter((part) => typeof part === 'string').join(''));
  const steps: number[] = [];
  let [start, length] = [0, 0];
  const step = (table: number, place: number) => {
    steps.push(start, length, table, place * 8);
    start += length;
    length = 0;
  };
  for (const part of parts) {
    if (typeof part === 'string') length += new TextEncoder().encode(part).length;
    else if ('cell' in part) step(tables.cell, part.cell);
    else if ('number' in part) step(tables.number, part.number);
    else step(tables.text, part.text);
  }
  if (length > 0) step(-1, 0);
  return { constants, steps: Int32Array.from(steps) };
}

export function placeLayout(scratch: Scratch, { constants, steps }: RowLayout): PlacedLayout {
  const { arena } = scratch;
  const texts = placeBytes(scratch, constants);
  const address = arena.allocate(steps.byteLength);
  const placed = arena.integers(address, steps.length);
  placed.set(steps);
  for (let step = 0; step < steps.length; step += stepBytes / 4) placed[step] += texts;
  return { scratch, steps: address, stepsEnd: address + steps.byteLength, constantBytes: constants.length };
}

/** Returns memory of so many bytes, whatever is in it. */
export type TakeBytes = (bytes: number) => Uint8Array<ArrayBuffer>;

/** Writes the rows of a piece one behind the other; returns a copy of their bytes, with `spare` bytes free behind it. */
export function writeRows(
  layout: PlacedLayout,
  piece: JsonPiece,
  figures: Figures,
  spare: number,
  take: TakeBytes = (bytes) => new Uint8Array(bytes),
): Uint8Array<ArrayBuffer> {
  const { scratch, steps, stepsEnd } = layout;
  const { arena, kernel, report } = scratch;
  const { count, width, cells } = piece;
  const numbers = placeNumbers(scratch, figures.numbers);
  const texts = placeTexts(scratch, figures.texts, count);
  const most = mostBytes(layout, piece, figures);
  const to = arena.allocate(most);
  const list = [cells, width * 8, numbers, figures.width * 8, texts, figures.texts.length * 8];
  arena.integers(report, list.length).set(list);
  const end = kernel.writeRows(steps, stepsEnd, report, report + list.length * 4, count, to);
  const copy = take(end - to + spare);
  copy.set(arena.bytes(to, copy.length));
  return copy;
}

function mostBytes({ steps, stepsEnd, constantBytes }: PlacedLayout, { count, spans }: JsonPiece, figures: Figures) {
  const eachRow = constantBytes + ((stepsEnd - steps) / stepBytes) * numberBytes;
  let bytes = count * eachRow + margin;
  for (const { choices, chosen } of figures.texts) for (const choice of chosen) bytes += choices[choice].length;
  for (let span = 0; span < spans.length; span += 2) bytes += spans[span + 1] - spans[span];
  return bytes;
}

/** Writes the texts of numbers; returns the address of their spans. */
function placeNumbers(scratch: Scratch, numbers: Float64Array): number {
  const { arena, kernel, scaled, digits, report } = scratch;
  const count = numbers.length;
  const values = arena.allocate(count * 8);
  arena.doubles(values, count).set(numbers);
  const spans = arena.allocate(count * 8);
  let to = arena.allocate(count * numberBytes + margin);
  for (let from = 0; from < count; from++) {
    from += kernel.writeNumbers(values + from * 8, count - from, spans + from * 8, to, scaled, digits, report);
    [to] = arena.integers(report, 1);
    if (from === count) break;
    const text = Number.isFinite(numbers[from]) ? String(numbers[from]) : 'null';
    const bytes = arena.bytes(to, text.length);
    for (let place = 0; place < text.length; place++) bytes[place] = text.charCodeAt(place);
    arena.integers(spans + from * 8, 2).set([to, to + text.length]);
    to += text.length;
  }
  return spans;
}

/** Returns the address of the spans of texts, row by row. */
function placeTexts(scratch: Scratch, texts: readonly TextFigure[], count: number): number {
  const { arena } = scratch;
  const address = arena.allocate(count * texts.length * 8);
  const spans = arena.integers(address, count * texts.length * 2);
  for (const [place, { choices, chosen }] of texts.entries()) {
    const starts = choices.map((choice) => placeBytes(scratch, choice));
    for (let row = 0; row < count; row++) {
      const at = (row * texts.length + place) * 2;
      spans[at] = starts[chosen[row]];
      spans[at + 1] = spans[at] + choices[chosen[row]].length;
    }
  }
  return address;
}
