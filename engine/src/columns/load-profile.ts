import type { SavedValue } from '../file/reader.ts';
import { columnKinds } from '../model.ts';
import type { ColumnProfile } from './profile.ts';

/** Reads a saved profile. */
export function profileFrom(saved: SavedValue): ColumnProfile {
  return {
    name: saved.get('name').text(),
    kind: saved.get('kind').oneOf(columnKinds),
    missing: saved.get('missing').integer(0, 1e12),
    distinct: saved.get('distinct').integer(0, 1e12),
    numberStyle: {
      commaIsDecimal: saved.get('numberStyle').get('commaIsDecimal').boolean(),
      pointIsGroup: saved.get('numberStyle').get('pointIsGroup').boolean(),
    },
    dateStyle: { dayFirst: saved.get('dateStyle').get('dayFirst').boolean() },
  };
}
