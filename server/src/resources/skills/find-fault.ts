import { ServiceError } from '../../errors.ts';
import { fetchTrash } from '../../platform/records/trash.ts';
import type { Needing, ParamsWarning, Project } from './kind.ts';
import { requireKind } from './kinds.ts';
import type { Broken } from './schemas.ts';
import type { SkillRow } from './store.ts';

/** Returns what a skill lacks of the records that it names; null when it has all. */
export async function findFault(
  ctx: Needing,
  project: Project,
  { type, params }: Pick<SkillRow, 'type' | 'params'>,
): Promise<Broken | null> {
  try {
    await requireKind(type).needs?.(ctx, project, params);
    return null;
  } catch (error) {
    if (!(error instanceof ServiceError) || !error.code.endsWith('_not_found')) return null; // said when it is used
    return { code: error.code, detail: await adviseRestoring(ctx, project, error) };
  }
}

/** Returns what of a skill's params no longer fits; nothing where what they name is gone, which is told as a fault. */
export async function findWarnings(
  ctx: Needing,
  project: Project,
  { type, params }: Pick<SkillRow, 'type' | 'params'>,
): Promise<ParamsWarning[]> {
  try {
    return await requireKind(type).warn(ctx, project, params);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return [];
  }
}

/** Says so when what is missing lies in the trash. */
async function adviseRestoring(
  { database }: Needing,
  { id }: Project,
  { code, message }: ServiceError,
): Promise<string> {
  const words = new Set(message.split(' '));
  const trash = (await fetchTrash(database, { project: id }, {})).items;
  const isThere = trash.some((row) => code === `${row.trashed_kind}_not_found` && words.has(row.trashed_name));
  return isThere ? `${message} It lies in the trash, from which it can be restored.` : message;
}
