// Stack traces of the bundle name lines of the sources. A map is read only when a stack is: Node's own
// --enable-source-maps reads all of them at the start.
import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';

const maps = new Map();

function mapOf(file) {
  if (!maps.has(file)) maps.set(file, readMap(file));
  return maps.get(file);
}

function readMap(file) {
  try {
    return new SourceMap(JSON.parse(readFileSync(fileURLToPath(`${file}.map`), 'utf8')));
  } catch {
    return undefined;
  }
}

/** The frame as Node prints it, with its place in the source if there is a map. */
function print(frame) {
  const file = frame.getFileName();
  if (!file?.startsWith('file:') || !file.includes('/dist/')) return String(frame);
  const place = `${file}:${frame.getLineNumber()}:${frame.getColumnNumber()}`;
  const { fileName, lineNumber, columnNumber } = mapOf(file)?.findOrigin(frame.getLineNumber(), frame.getColumnNumber()) ?? {};
  return fileName === undefined
    ? String(frame)
    : String(frame).replace(place, `${new URL(fileName, file)}:${lineNumber}:${columnNumber}`);
}

Error.prepareStackTrace = (error, frames) => [String(error), ...frames.map((frame) => `    at ${print(frame)}`)].join('\n');
