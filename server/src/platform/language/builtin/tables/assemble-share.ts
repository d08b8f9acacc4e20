import type { Draft } from './draft.ts';
import type { Condition, TableQuery } from './logical-form.ts';
import type { Lattice } from './readings.ts';

/**
 * "What percentage of homes in downtown have 2 bathrooms?": what stands before the verb is the whole. Without a verb nobody
 * can tell, unless there is one condition only.
 */
export function assembleShare(draft: Draft, { table }: Lattice): TableQuery | undefined {
  if (!draft.saysOnly('share', 'group', 'show')) return undefined;
  const groups = draft.all('group').flatMap((piece) => piece.groups);
  const base = { shape: 'figures', table, groups } as const;
  if (groups.length > 0 && draft.conditions.length === 0)
    return { ...base, conditions: [], measures: [{ of: 'groupShare' }] };
  const split = splitAtVerb(draft);
  return split && { ...base, conditions: split.whole, measures: [{ of: 'share', conditions: split.part }] };
}

function splitAtVerb(draft: Draft): { whole: Condition[]; part: Condition[] } | undefined {
  const conditions = draft.pieces.flatMap((piece, at) => (piece.kind === 'condition' ? [{ ...piece, at }] : []));
  const share = draft.indexOf('share');
  const verb = draft.pieces.findLastIndex(({ kind }, at) => kind === 'verb' && at > share);
  const last = conditions.at(-1);
  if (!last || (verb < 0 && !last.startsWithColumn && conditions.length > 1)) return undefined;
  const from = verb < 0 ? last.at : verb;
  const within = (isPart: boolean) =>
    conditions.filter(({ at }) => at >= from === isPart).map(({ condition }) => condition);
  const [whole, part] = [within(false), within(true)];
  return part.length > 0 ? { whole, part } : undefined;
}
