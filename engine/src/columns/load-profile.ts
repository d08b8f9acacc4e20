import type { SavedValue } from '../file/reader.ts';
import { columnKinds } from '../model.ts';
import type { NumberStyle } from './numbers.ts';
import type { ColumnProfile } from './profile.ts';
import type { Units } from './units.ts';

/** Reads a saved profile. */
export function profileFrom(saved: SavedValue): ColumnProfile {
  return {
    name: saved.get('name').text(),
    kind: saved.get('kind').oneOf(columnKinds),
    missing: saved.get('missing').integer(0, 1e12),
    distinct: saved.get('distinct').integer(0, 1e12),
    numberStyle: styleFrom(saved.get('numberStyle')),
    dateStyle: { dayFirst: saved.get('dateStyle').get('dayFirst').boolean() },
    // Files of format 3 and before have neither.
    absent: optionalList(saved.get('absent')).map((word) => word.text()),
    spellings: optionalList(saved.get('spellings')).map((pair) => {
      const [folded, label] = pair.list(2);
      return [folded?.text() ?? '', label?.text() ?? ''] as const;
    }),
  };
}

function optionalList(saved: SavedValue): SavedValue[] {
  return saved.isNull ? [] : saved.list();
}

function optionalBoolean(saved: SavedValue): boolean {
  return !saved.isNull && saved.boolean();
}

function styleFrom(saved: SavedValue): NumberStyle {
  return {
    commaIsDecimal: saved.get('commaIsDecimal').boolean(),
    pointIsGroup: saved.get('pointIsGroup').boolean(),
    units: unitsFrom(saved.get('units')),
    hasLimits: optionalBoolean(saved.get('hasLimits')),
    isClock: optionalBoolean(saved.get('isClock')),
  };
}

function unitsFrom(saved: SavedValue): Units | null {
  if (saved.isNull) return null;
  const list = saved.get('list').list(100);
  return {
    list: list.map((unit) => ({ name: unit.get('name').text(), factor: unit.get('factor').number(0, 1e15) })),
    isCompound: saved.get('isCompound').boolean(),
  };
}
