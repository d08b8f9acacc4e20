import { decodeJson } from '../../platform/db/json.ts';
import { SecretFields } from '../../platform/secrets/secret-fields.ts';
import type { SkillServices } from './context.ts';
import type { ParamsWarning } from './kind.ts';
import { requireKind } from './kinds.ts';
import type { Broken, SkillRecord } from './schemas.ts';
import type { SkillRow } from './store.ts';

export type Params = Record<string, unknown>;

/** Returns the secrets among the params of a skill. */
export function secretsOf(
  { secrets }: Pick<SkillServices, 'secrets'>,
  { id, type }: Pick<SkillRow, 'id' | 'type'>,
): SecretFields {
  return new SecretFields(secrets, paramsOwner(id), requireKind(type).secrets);
}

export function paramsOwner(skillId: string): string {
  return `skills/${skillId}`;
}

interface Surroundings {
  project: string;
  users: readonly { id: string; name: string; skill_id: string }[];
  broken: Broken | null;
  warnings: ParamsWarning[];
}

/** Converts a row to a skill in responses. */
export function recordOf(
  ctx: Pick<SkillServices, 'secrets'>,
  row: SkillRow,
  { project, users, broken, warnings }: Surroundings,
): SkillRecord {
  const { revision: _, project_id: __, made_for: ___, params, ...fields } = row;
  const agents = users.filter((user) => user.skill_id === row.id);
  return {
    ...fields,
    project,
    params: { ...secretsOf(ctx, row).hide(decodeJson<Params>(params)) },
    agent_ids: agents.map((agent) => agent.id),
    agents: agents.map((agent) => agent.name),
    broken,
    warnings,
  };
}
