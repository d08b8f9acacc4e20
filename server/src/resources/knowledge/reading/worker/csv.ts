import { documentFault } from '../messages.ts';

const delimiters = [',', ';', '\t', '|'];

/** Writes one line per record, each value after its column name, so that a single row can be understood. */
export function csvToLines(text: string): string {
  const delimiter = delimiterOf(text);
  const [header, ...records] = recordsOf(text, delimiter);
  if (header === undefined) throw documentFault('no_text', 'The file has no rows.');
  return records
    .map((record) =>
      record
        .flatMap((value, index) => (value === '' ? [] : [`${header[index] || `column ${index + 1}`}: ${value}`]))
        .join('; '),
    )
    .filter(Boolean)
    .join('\n');
}

/** Returns the most frequent delimiter of the first line. */
function delimiterOf(text: string): string {
  const line = text
    .slice(0, 10_000)
    .split('\n', 1)[0]
    .replace(/"[^"]*"/g, '');
  const counts = delimiters.map((delimiter) => line.split(delimiter).length);
  return delimiters[counts.indexOf(Math.max(...counts))];
}

function recordsOf(text: string, delimiter: string): string[][] {
  const records: string[][] = [];
  let record: string[] = [];
  for (let at = 0; at < text.length; ) {
    const { value, end } = text[at] === '"' ? quotedAt(text, at) : plainAt(text, at, delimiter);
    record.push(value.replace(/\s+/g, ' ').trim());
    const endsRecord = end >= text.length || text[end] === '\n';
    if (endsRecord) {
      if (record.some(Boolean)) records.push(record);
      record = [];
    }
    at = end + 1;
  }
  return records;
}

function plainAt(text: string, start: number, delimiter: string): { value: string; end: number } {
  let end = start;
  while (end < text.length && text[end] !== delimiter && text[end] !== '\n') end += 1;
  return { value: text.slice(start, end), end };
}

/**
 * Reads a quoted value, in which two quotes mean one. The caller skips text between the closing quote and the
 * delimiter.
 */
function quotedAt(text: string, start: number): { value: string; end: number } {
  let end = text.indexOf('"', start + 1);
  while (end >= 0 && text[end + 1] === '"') end = text.indexOf('"', end + 2);
  if (end < 0) throw documentFault('broken_file', 'A quote is opened in the file and never closed.');
  return { value: text.slice(start + 1, end).replaceAll('""', '"'), end: end + 1 };
}
