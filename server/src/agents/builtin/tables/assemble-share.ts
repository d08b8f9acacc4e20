import type { Draft } from './draft.ts';
import type { Condition, TableQuery } from './logical-form.ts';
import type { Lattice } from './readings.ts';

/** "What percentage of homes in downtown have 2 bathrooms?": what stands before the verb is the whole. */
export function assembleShare(draft: Draft, { table }: Lattice): TableQuery | undefined {
  if (!draft.saysOnly('share', 'group', 'show')) return undefined;
  const groups = draft.all('group').flatMap((piece) => piece.groups);
  const base = { shape: 'figures', table, groups } as const;
  if (groups.length > 0 && draft.conditions.length === 0)
    return { ...base, conditions: [], measures: [{ of: 'groupShare' }] };
  const [whole, part] = splitAtVerb(draft);
  if (part.length === 0) return undefined;
  return { ...base, conditions: whole, measures: [{ of: 'share', conditions: part }] };
}

function splitAtVerb(draft: Draft): [whole: Condition[], part: Condition[]] {
  const conditions = draft.pieces.flatMap((piece, at) => (piece.kind === 'condition' ? [{ ...piece, at }] : []));
  const share = draft.indexOf('share');
  const verb = draft.pieces.findLastIndex(({ kind }, at) => kind === 'verb' && at > share);
  const last = conditions.at(-1);
  const from = verb >= 0 ? verb : last?.startsWithColumn ? last.at : -1;
  const whole = conditions.filter(({ at }) => at < from).map(({ condition }) => condition);
  return [whole, conditions.filter(({ at }) => at >= from).map(({ condition }) => condition)];
}
