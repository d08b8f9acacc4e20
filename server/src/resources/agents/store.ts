import type { Insertable, Selectable } from 'kysely';
import { decodeJson } from '../../platform/db/json.ts';
import type { Listing, Page } from '../../platform/db/listing.ts';
import { runPrepared } from '../../platform/db/prepared.ts';
import type { AgentTable, AgentVersionTable } from '../../platform/db/schema/agents.ts';
import type { SkillTable } from '../../platform/db/schema/skills.ts';
import type { Database } from '../../platform/db/schema.ts';
import { ProjectRecords } from '../../platform/records/project-records.ts';
import { isLive } from '../../platform/records/trash.ts';
import type { AgentSettings } from './settings.ts';

export type AgentRow = Selectable<AgentTable>;
export type AgentVersionRow = Selectable<AgentVersionTable>;
export type SkillOfAgent = Selectable<SkillTable>;

/** An agent with its current settings and its skills, in order. */
export interface FoundAgent {
  agent: AgentRow;
  settings: AgentSettings;
  skills: SkillOfAgent[];
  /** Skills in the trash, which it has again when they come back. */
  lost: SkillOfAgent[];
}

/** Maximum published agents that are named at once. */
const mostPublished = 20;

export const agents = new ProjectRecords({
  table: 'agents',
  noun: 'agent',
  facts: ({ version }) => ({ version }),
  taken: 'already',
  stale: 'read it again and repeat',
  gone: { code: 'skill_not_found', detail: 'A skill of the agent was deleted at the same moment.' },
});

export function insertVersion(database: Database, row: Insertable<AgentVersionTable>) {
  return database.insertInto('agent_versions').values(row).execute();
}

/** Replaces the skills of the agent, in this order. */
export async function replaceSkills(database: Database, agentId: string, skillIds: readonly string[]): Promise<void> {
  await database.deleteFrom('agent_skills').where('agent_id', '=', agentId).execute();
  const rows = skillIds.map((skill_id, position) => ({ agent_id: agentId, skill_id, position }));
  if (rows.length > 0) await database.insertInto('agent_skills').values(rows).execute();
}

export async function selectAgent(
  database: Database,
  projectId: string,
  nameOrId: string,
): Promise<FoundAgent | undefined> {
  const agent = await agents.find(database, projectId, nameOrId);
  return agent && (await completeAgents(database, [agent]))[0];
}

export async function selectAgents(database: Database, projectId: string, listing: Listing): Promise<Page<FoundAgent>> {
  const { items, next } = await agents.list(database, projectId, listing);
  return { items: await completeAgents(database, items), next };
}

/** Selects the names of agents with their projects: all, or those of the projects `among`. */
export function selectReachableAgents(database: Database, among: ReadonlySet<string> | undefined) {
  return database
    .selectFrom('agents')
    .innerJoin('projects', 'projects.id', 'agents.project_id')
    .where('projects.trashed_at', 'is', null)
    .$if(among !== undefined, (all) => all.where('projects.id', 'in', [...(among ?? []), '']))
    .select(['projects.name as project', 'agents.name', 'agents.created_at'])
    .orderBy('projects.name')
    .orderBy('agents.name')
    .execute();
}

/** Selects the names of published agents with their projects. */
export function selectPublishedAgents(database: Database) {
  return database
    .selectFrom('agents')
    .innerJoin('projects', 'projects.id', 'agents.project_id')
    .where('agents.published', '=', 1)
    .where('projects.trashed_at', 'is', null)
    .select(['projects.name as project', 'agents.name'])
    .orderBy('agents.created_at')
    .limit(mostPublished)
    .execute();
}

/** Selects agents by ID with what completes them, without those in the trash. */
export async function selectAgentsByIds(database: Database, ids: string[]): Promise<FoundAgent[]> {
  if (ids.length === 0) return [];
  const query = database.selectFrom('agents').selectAll().where('id', 'in', ids).where(isLive('project_id'));
  return completeAgents(database, await query.execute());
}

async function completeAgents(database: Database, rows: AgentRow[]): Promise<FoundAgent[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const [versions, skills] = await Promise.all([selectCurrent(database, ids), selectSkills(database, ids)]);
  const settings = new Map(versions.map((row) => [row.agent_id, decodeJson<AgentSettings>(row.settings)]));
  const byAgent = Map.groupBy(skills, ({ agent_id }) => agent_id);
  return rows.map((agent) => {
    const [there, lost] = divide(byAgent.get(agent.id) ?? [], ({ project_id }) => project_id === agent.project_id);
    // The settings are written in the same transaction as the agent's row
    return { agent, settings: settings.get(agent.id)!, skills: there, lost };
  });
}

function divide<Item>(items: readonly Item[], isFirst: (item: Item) => boolean): [Item[], Item[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))];
}

function selectCurrent(database: Database, agentIds: string[]) {
  return runPrepared(database, `current versions of ${agentIds.length} agents`, agentIds, (ids) =>
    database
      .selectFrom('agents')
      .innerJoin('agent_versions', (join) =>
        join.onRef('agent_versions.agent_id', '=', 'agents.id').onRef('agent_versions.version', '=', 'agents.version'),
      )
      .where('agents.id', 'in', ids)
      .select(['agent_versions.agent_id', 'agent_versions.settings']),
  );
}

function selectSkills(database: Database, agentIds: string[]) {
  return runPrepared(database, `skills of ${agentIds.length} agents`, agentIds, (ids) =>
    database
      .selectFrom('agent_skills')
      .innerJoin('skills', 'skills.id', 'agent_skills.skill_id')
      .where('agent_skills.agent_id', 'in', ids)
      .selectAll('skills')
      .select('agent_skills.agent_id')
      .orderBy('agent_skills.position'),
  );
}

/** Selects skills of the project by name or ID. */
export function selectSkillNames(database: Database, projectId: string, namesOrIds: string[]) {
  return database
    .selectFrom('skills')
    .select(['id', 'name'])
    .where('project_id', '=', projectId)
    .where((row) => row.or([row('name', 'in', namesOrIds), row('id', 'in', namesOrIds)]))
    .execute();
}

/** Selects skills of the project by ID, in this order, without deleted ones. */
export async function selectSkillsByIds(
  database: Database,
  projectId: string,
  ids: readonly string[],
): Promise<SkillOfAgent[]> {
  if (ids.length === 0) return [];
  const rows = await database
    .selectFrom('skills')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('id', 'in', ids)
    .execute();
  return ids.flatMap((id) => rows.find((row) => row.id === id) ?? []);
}

export function selectVersions(database: Database, agentId: string): Promise<AgentVersionRow[]> {
  return database
    .selectFrom('agent_versions')
    .selectAll()
    .where('agent_id', '=', agentId)
    .orderBy('version', 'desc')
    .execute();
}

export function selectVersion(
  database: Database,
  agentId: string,
  version: number,
): Promise<AgentVersionRow | undefined> {
  return database
    .selectFrom('agent_versions')
    .selectAll()
    .where('agent_id', '=', agentId)
    .where('version', '=', version)
    .executeTakeFirst();
}
