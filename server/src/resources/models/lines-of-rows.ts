/** Bytes from which lines are answered together: a thread answers so many, and memory holds some of these pieces. */
const pieceBytes = 256 * 1024;
const [newline, carriageReturn, comma] = [10, 13, 44];
const byteOrderMark = Buffer.from('\ufeff');

/** Some lines of rows as the JSON elements of an array, without its brackets. */
export interface LinesOfRows {
  elements: Buffer;
  /** Number of rows before the first one. */
  start: number;
  /** The lines as they came, and the number of the first one in the body, from 1. */
  lines: Buffer;
  firstLine: number;
}

/**
 * Takes lines of JSON apart while they arrive, into pieces of whole lines. Empty lines count for nothing.
 * @param mostLine bytes of the longest line; `refuse` throws for a longer one
 */
export async function* readLines(
  body: AsyncIterable<Buffer>,
  mostLine: number,
  refuse: () => never,
): AsyncGenerator<LinesOfRows> {
  let held: Buffer[] = [];
  let size = 0;
  let start = 0;
  let firstLine = 1;
  const take = (last: Buffer): LinesOfRows | undefined => {
    const all = Buffer.concat([...held, last]);
    const lines = firstLine === 1 && all.subarray(0, 3).equals(byteOrderMark) ? all.subarray(3) : all;
    const { elements, rows, count } = join(lines);
    const piece = { elements, start, lines, firstLine };
    start += rows;
    firstLine += count;
    return rows > 0 ? piece : undefined;
  };
  for await (const chunk of body) {
    const end = size + chunk.length < pieceBytes ? -1 : chunk.lastIndexOf(newline);
    if (end === -1) {
      held.push(chunk);
      size += chunk.length;
      if (size > mostLine) refuse();
      continue;
    }
    const piece = take(chunk.subarray(0, end));
    const rest = chunk.subarray(end + 1);
    [held, size] = [[rest], rest.length];
    if (piece) yield piece;
  }
  const piece = take(Buffer.alloc(0));
  if (piece) yield piece;
}

/**
 * Returns the number of the first line that is not JSON by itself; undefined when all are. A line as long as megabytes
 * is not parsed: it is the broken one where all `areBroken` and no other is.
 */
export function findBrokenLine({ lines, firstLine }: LinesOfRows, areBroken: boolean): number | undefined {
  const texts = lines.toString().split('\n');
  const isLong = (line: string) => line.length > pieceBytes;
  const broken = texts.findIndex((line) => !isLong(line) && line.trim() !== '' && !isJson(line));
  const found = broken === -1 && areBroken ? texts.findIndex(isLong) : broken;
  return found === -1 ? undefined : firstLine + found;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** From here on, to call for a copy is quicker than to copy byte by byte. */
const longLineBytes = 256;

/** Puts commas between the lines, in place of their ends: a line may have one byte or none, or megabytes. */
function join(lines: Buffer): { elements: Buffer; rows: number; count: number } {
  const elements = Buffer.allocUnsafe(lines.length + 1);
  let [length, start, rows, count] = [0, 0, 0, 1];
  const endLine = () => {
    if (length > start && elements[length - 1] === carriageReturn) length -= 1;
    if (length === start) return;
    rows += 1;
    elements[length++] = comma;
    start = length;
  };
  for (let at = 0; at < lines.length; ) {
    const found = lines.indexOf(newline, at);
    const end = found === -1 ? lines.length : found;
    if (end - at >= longLineBytes) length += lines.copy(elements, length, at, end);
    else for (; at < end; at += 1) elements[length++] = lines[at];
    at = end + 1;
    if (found === -1) break;
    endLine();
    count += 1;
  }
  endLine();
  return { elements: elements.subarray(0, Math.max(0, length - 1)), rows, count };
}
