import { columnKinds } from '../description.ts';
import type { SavedValue } from '../model-file/reader.ts';
import { cellTypes, type Reading, spanParts, timeShapes, type Unit } from '../readings/reading.ts';
import type { ColumnProfile } from './profile.ts';

/** Reads a saved profile. */
export function profileFrom(saved: SavedValue): ColumnProfile {
  return {
    name: saved.get('name').text(),
    kind: saved.get('kind').oneOf(columnKinds),
    missing: saved.get('missing').integer(0, 1e12),
    distinct: saved.get('distinct').integer(0, 1e12),
    reading: readingFrom(saved.get('reading')),
    spellings: saved
      .get('spellings')
      .list()
      .map((pair) => {
        const [folded, label] = pair.list(2);
        return [folded?.text() ?? '', label?.text() ?? ''] as const;
      }),
    ...wordsFrom(saved.get('words')),
  };
}

function wordsFrom(saved: SavedValue): Pick<ColumnProfile, 'words'> {
  if (saved.isNull) return {};
  const [no, yes] = saved.list(2).map((word) => word.text());
  return { words: [no, yes] };
}

function readingFrom(saved: SavedValue): Reading {
  const given = <Value>(key: string, read: (value: SavedValue) => Value) => {
    const value = saved.get(key);
    return value.isNull ? {} : { [key]: read(value) };
  };
  const words = (value: SavedValue) => value.list().map((word) => word.text());
  return {
    type: saved.get('type').oneOf(cellTypes),
    blanks: words(saved.get('blanks')),
    ...given('decimal', (value) => value.oneOf(['.', ',', 'either'] as const)),
    ...given('group', (value) => value.oneOf([',', '.'] as const)),
    ...given('unit', (value) => value.text()),
    ...given('units', (value) => value.list(100).map(unitFrom)),
    ...given('compound', (value) => value.boolean()),
    ...given('limits', (value) => value.boolean()),
    ...given('shares', (value) => value.boolean()),
    ...given('clock', (value) => value.boolean()),
    ...given('span', (value) => value.oneOf(spanParts)),
    ...given('date_order', (value) => value.oneOf(['ymd', 'dmy', 'mdy'] as const)),
    ...given('latest_year', (value) => value.integer(1, 9999)),
    ...given('time_shape', (value) => value.oneOf(timeShapes)),
    ...given('period_spelling', (value) => value.text()),
    ...given('booleans', (value) => ({ true: words(value.get('true')), false: words(value.get('false')) })),
  };
}

function unitFrom(saved: SavedValue): Unit {
  return { name: saved.get('name').text(), factor: saved.get('factor').number(0, 1e15) };
}
