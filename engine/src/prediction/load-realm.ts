import { profileFrom } from '../columns/load-profile.ts';
import type { SavedValue } from '../model-file/reader.ts';
import type { Realm } from '../validation/realm.ts';

/** Reads which rows another part of the model answers. */
export function loadRealm(saved: SavedValue): Realm {
  const columns = saved.get('columns').list(5000).map(profileFrom);
  const kind = saved.get('kind').oneOf(['new', 'later', 'within'] as const);
  if (kind !== 'new') return { kind, columns, moment: saved.get('moment').number() };
  const known = saved
    .get('known')
    .list(10_000_000)
    .map((name) => name.text());
  return { kind, columns, known };
}
