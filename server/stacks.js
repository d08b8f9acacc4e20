// Stack traces of the bundle name lines of the sources, by the table beside each file (scripts/source-lines.ts). To read
// a source map held everybody for 0.2 s and took 77 MB, when any first error was looked at.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The same errors come again: a line is sought once. */
const places = new Map();
const mostPlaces = 2000;
let last = { file: '', table: Buffer.alloc(8) };

/** Finds a line of a source, as `file:line`. `line` and `column` are those of a frame, from 1. */
export function findSource(file, line, column) {
  if (last.file !== file) last = { file, table: readFileSync(fileURLToPath(`${file}.lines`)) };
  const numberAt = (index) => last.table.readUInt32LE(4 * index);
  const [entries, sources] = [numberAt(0), numberAt(1)];
  const at = (entry) => 2 + 4 * entry;
  let [low, high] = [0, entries];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const otherLine = numberAt(at(middle));
    if (otherLine < line || (otherLine === line && numberAt(at(middle) + 1) <= column)) low = middle + 1;
    else high = middle;
  }
  const source = low === 0 ? sources : numberAt(at(low - 1) + 2);
  if (source >= sources) return undefined;
  const starts = at(entries);
  const names = 4 * (starts + sources + 1);
  const name = last.table.toString('utf8', names + numberAt(starts + source), names + numberAt(starts + source + 1));
  return `${new URL(name, file)}:${numberAt(at(low - 1) + 3)}`;
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
