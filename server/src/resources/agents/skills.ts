import { ServiceError } from '../../errors.ts';
import type { AgentServices } from './context.ts';
import type { AgentChange, SkillReference } from './schemas.ts';
import { selectSkillNames } from './store.ts';

/**
 * Returns the IDs of an agent's skills after a change, each once: `skills` replaces them, the other fields edit them.
 * @throws ServiceError `skill_not_found` for the first that the project does not have
 */
export async function changeSkills(
  ctx: Pick<AgentServices, 'database'>,
  projectId: string,
  current: readonly string[],
  { skills, skills_to_add, skills_to_remove }: Pick<AgentChange, 'skills' | 'skills_to_add' | 'skills_to_remove'>,
): Promise<string[]> {
  const named = { skills, skills_to_add, skills_to_remove };
  const find = (field: keyof typeof named) => findSkillIds(ctx, projectId, named[field] ?? [], field);
  const [replaced, added, removed] = await Promise.all([
    find('skills'),
    find('skills_to_add'),
    find('skills_to_remove'),
  ]);
  const kept = skills === undefined ? current : replaced;
  return [...new Set([...kept, ...added])].filter((id) => !removed.includes(id));
}

/** Returns the skills that still exist, in the same order. */
export async function keepExisting(
  ctx: Pick<AgentServices, 'database'>,
  projectId: string,
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length === 0) return [];
  const there = new Set((await selectSkillNames(ctx.database, projectId, [...ids])).map(({ id }) => id));
  return ids.filter((id) => there.has(id));
}

async function findSkillIds(
  ctx: Pick<AgentServices, 'database'>,
  projectId: string,
  references: SkillReference[],
  field: string,
): Promise<string[]> {
  if (references.length === 0) return [];
  const wanted = references.map((reference) => (typeof reference === 'string' ? reference : reference.id));
  const rows = await selectSkillNames(ctx.database, projectId, wanted);
  return wanted.map((one, place) => {
    const row = rows.find(({ id, name }) => id === one || name === one);
    if (!row) throw skillNotFound(one, `/${field}/${place}`);
    return row.id;
  });
}

function skillNotFound(name: string, pointer: string): ServiceError {
  const detail = `There is no skill ${name} in this project.`;
  return new ServiceError('skill_not_found', detail, { errors: [{ pointer, code: 'skill_not_found', detail }] });
}
