import { decodeJson } from '../../platform/db/json.ts';
import type { SkillContext } from './context.ts';
import type { ForeignReader } from './foreign/foreign-reader.ts';
import type { Project } from './kind.ts';
import { requireKind } from './kinds.ts';
import type { Params } from './record.ts';
import type { SkillRow } from './store.ts';

const mostKept = 100;
/** What was read of skills, by ID and revision, ordered by last use. */
const keptBy = new WeakMap<ForeignReader, Map<string, Params>>();

/** Returns the params of a skill as its kind uses them, with sealed secrets; what takes long to read is read once. */
export async function usedParamsOf(
  ctx: SkillContext,
  project: Project,
  { id, revision, type, params }: SkillRow,
  signal: AbortSignal,
): Promise<Params> {
  const { digest } = requireKind(type);
  if (digest === undefined) return decodeJson<Params>(params);
  const kept = keptBy.get(ctx.foreign) ?? new Map<string, Params>();
  keptBy.set(ctx.foreign, kept);
  const key = `${id} ${revision}`;
  const used = kept.get(key) ?? (await digest(ctx, project, params, signal));
  kept.delete(key);
  kept.set(key, used);
  const [oldest] = kept.keys();
  if (kept.size > mostKept) kept.delete(oldest);
  return used;
}
