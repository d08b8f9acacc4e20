import { calendarParts } from '../encoding/calendar.ts';
import { type Encoder, encodeCalendar, encodeCategory, encodeNumber } from '../encoding/encoder.ts';
import { loadStatistics } from '../encoding/statistics.ts';
import type { SavedValue } from '../model-file/reader.ts';
import { loadTextEncoder } from '../text/text-encoder.ts';

/** Loads an encoder of the column `name`. */
export function loadEncoder(saved: SavedValue, name: string, input: number): Encoder {
  const kind = saved.get('kind').oneOf(['number', 'calendar', 'category', 'text', 'statistics']);
  if (kind === 'text') return loadTextEncoder(saved, name, input);
  if (kind === 'statistics') return loadStatistics(saved, name, input);
  if (kind === 'number') return encodeNumber(name, input);
  if (kind === 'calendar') {
    const parts = saved.get('parts').list(calendarParts.length);
    return encodeCalendar(
      name,
      input,
      parts.map((part) => part.oneOf(calendarParts)),
    );
  }
  const categories = saved
    .get('categories')
    .list(100_000)
    .map((category) => category.text());
  return encodeCategory(name, input, categories, saved.get('hasRest').boolean());
}
