import type { Selectable } from 'kysely';
import { fetchPage, type Listing, type Page } from '../../platform/db/listing.ts';
import type { SkillTable } from '../../platform/db/schema/skills.ts';
import type { Database } from '../../platform/db/schema.ts';
import { ProjectRecords } from '../../platform/records/project-records.ts';

export type SkillRow = Selectable<SkillTable>;

export const skills = new ProjectRecords({ table: 'skills', noun: 'skill', facts: ({ type }) => ({ type }) });

/** Selects all skills of a project, or those of one agent. */
export function selectSkills(
  database: Database,
  projectId: string,
  listing: Listing,
  agentId: string | undefined,
): Promise<Page<SkillRow>> {
  const query = database
    .selectFrom('skills')
    .selectAll('skills')
    .where('skills.project_id', '=', projectId)
    .$if(agentId !== undefined, (all) =>
      all.where('skills.id', 'in', (inner) =>
        inner
          .selectFrom('agent_skills')
          .select('skill_id')
          .where('agent_id', '=', agentId ?? ''),
      ),
    );
  return fetchPage(query, 'skills', listing);
}

/** Selects the ID of an agent of the project by name or ID. */
export async function selectAgentId(
  database: Database,
  projectId: string,
  nameOrId: string,
): Promise<string | undefined> {
  const row = await database
    .selectFrom('agents')
    .select('id')
    .where('project_id', '=', projectId)
    .where((agent) => agent.or([agent('name', '=', nameOrId), agent('id', '=', nameOrId)]))
    .executeTakeFirst();
  return row?.id;
}

/** Selects the agents that use the skills of a project, or one skill, by name. */
export function selectUsers(database: Database, projectId: string, skillId?: string) {
  return database
    .selectFrom('agent_skills')
    .innerJoin('agents', 'agents.id', 'agent_skills.agent_id')
    .where('agents.project_id', '=', projectId)
    .$if(skillId !== undefined, (all) => all.where('agent_skills.skill_id', '=', skillId ?? ''))
    .select(['agent_skills.skill_id', 'agents.id', 'agents.name'])
    .orderBy('agents.name')
    .execute();
}

/** Selects the skills that were made for an agent and that no other uses. */
export function selectMadeFor(database: Database, agentId: string): Promise<SkillRow[]> {
  return database
    .selectFrom('skills')
    .selectAll()
    .where('made_for', '=', agentId)
    .where('id', 'not in', (inner) =>
      inner.selectFrom('agent_skills').select('skill_id').where('agent_id', '!=', agentId),
    )
    .execute();
}
