// Stack traces of the bundle name lines of the sources. The table beside each file (scripts/source-lines.ts) is searched on
// disk: to read a source map held everybody for 0.2 s and took 77 MB, when any first error was looked at.
import { closeSync, openSync, readSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The same errors come again: a line is sought once. */
const places = new Map();
const mostPlaces = 2000;

/** Finds a line of a source, as `file:line`. `line` and `column` are those of a frame, from 1. */
export function findSource(file, line, column) {
  const table = openSync(fileURLToPath(`${file}.lines`));
  try {
    const [entries, sources] = numbersAt(table, 0, 2);
    const at = (entry) => 8 + 16 * entry;
    let [low, high] = [0, entries];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const [otherLine, otherColumn] = numbersAt(table, at(middle), 2);
      if (otherLine < line || (otherLine === line && otherColumn <= column)) low = middle + 1;
      else high = middle;
    }
    if (low === 0) return undefined;
    const [, , source, sourceLine] = numbersAt(table, at(low - 1), 4);
    if (source >= sources) return undefined;
    const [from, to] = numbersAt(table, at(entries) + 4 * source, 2);
    const name = bytesAt(table, at(entries) + 4 * (sources + 1) + from, to - from).toString();
    return `${new URL(name, file)}:${sourceLine}`;
  } finally {
    closeSync(table);
  }
}

function numbersAt(table, position, count) {
  const bytes = bytesAt(table, position, 4 * count);
  return Array.from({ length: count }, (_, index) => bytes.readUInt32LE(4 * index));
}

function bytesAt(table, position, length) {
  const bytes = Buffer.alloc(length);
  readSync(table, bytes, 0, length, position);
  return bytes;
}

/** The frame as Node prints it, with its place in the source if there is a table. */
function print(frame) {
  const file = frame.getFileName();
  if (!file?.startsWith('file:') || !file.includes('/dist/')) return String(frame);
  const place = `${file}:${frame.getLineNumber()}:${frame.getColumnNumber()}`;
  if (!places.has(place)) {
    if (places.size >= mostPlaces) places.clear();
    places.set(place, placeOf(frame) ?? place);
  }
  return String(frame).replace(place, places.get(place));
}

function placeOf(frame) {
  try {
    return findSource(frame.getFileName(), frame.getLineNumber(), frame.getColumnNumber());
  } catch {
    return undefined; // a file that is no part of the bundle
  }
}

Error.prepareStackTrace = (error, frames) => [String(error), ...frames.map((frame) => `    at ${print(frame)}`)].join('\n');
