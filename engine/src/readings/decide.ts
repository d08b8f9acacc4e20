import { asDates, noteOpenDates } from './as-dates.ts';
import { asNumbers } from './as-numbers.ts';
import { isUsualBlank } from './blank.ts';
import { parseBoolean } from './booleans.ts';
import { type Decision, type Hints, type Requested, settled } from './decision.ts';
import { noteFarNumbers } from './far-numbers.ts';
import { noteDoubtfulBlanks } from './file-words.ts';
import { fold } from './fold.ts';
import { isJson } from './json.ts';
import { isNumeric, plainBooleans, usualReading } from './reading.ts';
import type { SeenCell } from './tally.ts';
import { guessTimes } from './time-columns.ts';
import { noteAlmost, noteKept } from './why-text.ts';

/** Decides how the cells of a column are read. Every cell must fit; otherwise the column is text. */
export function decideReading(seen: readonly SeenCell[], requested: Requested = {}, hints: Hints = {}): Decision {
  const { type, blanks = [] } = requested;
  const cells = seen.filter(({ text }) => !isUsualBlank(text) && !blanks.includes(fold(text)));
  if (type === 'text' || type === 'json' || type === 'boolean') return settled(usualReading(type, blanks));
  if (type !== undefined) {
    const wanted = isNumeric({ type, blanks }) ? asNumbers(cells, requested, hints) : asDates(cells, requested, hints);
    const reading = wanted ? { ...wanted.reading, type } : usualReading(type, blanks);
    return { ...(wanted ?? settled(reading)), reading, isFixed: true };
  }
  if (cells.length === 0) return settled(usualReading('text', blanks));
  if (areAll(cells, isPlainBoolean)) return settled(usualReading('boolean', blanks));
  const found = guessTimes(cells, requested) ?? asNumbers(cells, requested, hints) ?? asDates(cells, requested, hints);
  if (found)
    return {
      ...found,
      notes: [...found.notes, ...noteDoubtfulBlanks(seen, blanks), ...noteFarNumbers(cells, found.reading)],
    };
  // In JSON only empty cells are blank.
  const filled = seen.filter(({ text }) => !blanks.includes(fold(text)));
  if (areAll(filled, ({ text, isTyped }) => !isTyped && isJson(text))) return settled(usualReading('json', blanks));
  return asText(cells, filled, requested, hints);
}

function asText(cells: readonly SeenCell[], filled: readonly SeenCell[], requested: Requested, hints: Hints): Decision {
  const dates = noteOpenDates(cells);
  const notes = [...noteAlmost(cells, requested, hints), ...dates.notes, ...noteKept(filled)];
  const decision = settled(usualReading('text', requested.blanks), notes);
  return { ...decision, open: dates.isOpen ? 'dateOrder' : undefined };
}

function areAll(cells: readonly SeenCell[], test: (cell: SeenCell) => boolean): boolean {
  return cells.every(test);
}

/**
 * Returns whether a cell is a plain boolean; `yes` and `no` are not, because answers should use the sender's own words.
 */
function isPlainBoolean({ text }: SeenCell): boolean {
  return text.length <= 10 && !Number.isNaN(parseBoolean(text, plainBooleans));
}
