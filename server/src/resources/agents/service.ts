import type { Caller } from '../../caller.ts';
import { ServiceError } from '../../errors.ts';
import { decodeJson, encodeJson } from '../../platform/db/json.ts';
import type { Listing, Page } from '../../platform/db/listing.ts';
import { type Transaction, transact } from '../../platform/db/transact.ts';
import { type Check, isFinal, type Removal } from '../../platform/records/check.ts';
import { newRecord } from '../../platform/records/project-records.ts';
import { requireProject } from '../projects/service.ts';
import type { Broken } from '../skills/schemas.ts';
import { deleteSkillsMadeFor, tellOfSkillsMadeFor } from '../skills/service.ts';
import { breakerKeyOf } from './breaker-key.ts';
import type { AgentContext, AgentServices } from './context.ts';
import { keepDataSkills } from './data-skills.ts';
import { describeAgent, findAgentFault } from './describe-agent.ts';
import { stopEvaluations } from './evaluations/stop.ts';
import { groundByDefault } from './ground-by-default.ts';
import { versionRecordOf } from './record.ts';
import {
  type AgentChange,
  type AgentCreation,
  type AgentRecord,
  type AgentVersionRecord,
  llamaCpp,
} from './schemas.ts';
import { type AgentSettings, changeSettings, emptySettings, type KeyChange } from './settings.ts';
import { changeSkills, keepExisting } from './skills.ts';
import {
  type AgentRow,
  agents,
  type FoundAgent,
  insertVersion,
  replaceSkills,
  selectAgent,
  selectAgents,
  selectAgentsByIds,
  selectReachableAgents,
  selectVersion,
  selectVersions,
} from './store.ts';

/** The address of an agent: project and agent, each by name or ID. */
export interface AgentAddress {
  project: string;
  agent: string;
}

type Project = Awaited<ReturnType<typeof requireProject>>;

/** Returns the agent within its project, or throws; every verb on an agent starts with it. */
export async function requireAgent(
  ctx: Caller & Pick<AgentServices, 'database'>,
  { project: projectName, agent: nameOrId }: AgentAddress,
): Promise<FoundAgent & { project: Project }> {
  const project = await requireProject(ctx, projectName);
  const found = await selectAgent(ctx.database, project.id, nameOrId);
  if (!found) throw agents.notFound(project, nameOrId);
  return { ...found, project };
}

/** Returns the API key of the agent's provider; undefined when it has none. */
export function openKey(ctx: Pick<AgentServices, 'secrets'>, { id, sealed_api_key }: AgentRow): string | undefined {
  return sealed_api_key === null ? undefined : ctx.secrets.open(sealed_api_key, agentKeyOwner(id));
}

export function agentKeyOwner(agentId: string): string {
  return `agents/${agentId} api_key`;
}

/** Does not call the provider; `testAgent` checks whether it accepts the API key. */
export async function createAgent(ctx: AgentContext, projectName: string, input: AgentCreation): Promise<AgentRecord> {
  const project = await requireProject(ctx, projectName);
  const { settings: changed, key } = changeSettings(emptySettings, input, ctx.limits.of(project.id));
  await requireModelFile(ctx, changed);
  const given = await changeSkills(ctx, project.id, [], input);
  const base = newRecord('agt', ctx, project.id);
  const { id } = base;
  const data = await keepDataSkills(ctx, { id, project, name: input.name, skills: [] }, dataOf(input));
  const settings = await groundByDefault(ctx, project.id, { ...changed, skills: withSkills(given, data.ids) });
  const row: AgentRow = {
    ...base,
    name: input.name,
    version: 1,
    sealed_api_key: key ? ctx.secrets.seal(key, agentKeyOwner(id)) : null,
    published: input.published ? 1 : 0,
  };
  const write = (transaction: Transaction) => writeSettings(transaction, row, settings, ctx.actor);
  await agents.insert(ctx, project, row, write).catch(async (error) => {
    await data.takeBack();
    throw error;
  });
  return getAgent(ctx, { project: project.id, agent: id });
}

async function requireModelFile(ctx: Pick<AgentServices, 'ggufModels'>, { model }: AgentSettings): Promise<void> {
  if (model.provider === llamaCpp) await ctx.ggufModels.requireFile(model.model_name);
}

/** Tables may be named beside the rest of the data. */
function dataOf({ tables, data }: Pick<AgentChange, 'tables' | 'data'>): AgentChange['data'] {
  return tables === undefined ? data : { ...data, tables: [...(data?.tables ?? []), ...tables] };
}

/** Stores the settings as the agent's current version, and its skills. */
async function writeSettings(
  transaction: Transaction,
  { id, version, updated_at }: Pick<AgentRow, 'id' | 'version' | 'updated_at'>,
  settings: AgentSettings,
  actor: string,
): Promise<void> {
  const created = { created_at: updated_at, created_by: actor };
  await insertVersion(transaction, { agent_id: id, version, settings: encodeJson(settings), ...created });
  await replaceSkills(transaction, id, settings.skills);
}

export async function listAgents(
  ctx: Caller & Pick<AgentServices, 'breakers' | 'database'>,
  projectName: string,
  listing: Listing,
): Promise<Page<AgentRecord>> {
  const project = await requireProject(ctx, projectName);
  const { items, next } = await selectAgents(ctx.database, project.id, listing);
  return { items: await Promise.all(items.map((item) => describeAgent(ctx, item, project))), next };
}

/** Lists the agents of all projects that the caller can reach. */
export function listReachableAgents(ctx: Caller & Pick<AgentServices, 'database'>) {
  return selectReachableAgents(ctx.database, ctx.projects);
}

export async function getAgent(
  ctx: Caller & Pick<AgentServices, 'breakers' | 'database'>,
  address: AgentAddress,
): Promise<AgentRecord> {
  const found = await requireAgent(ctx, address);
  return describeAgent(ctx, found, found.project);
}

/** `check` sees the current record and may refuse the change (`If-Match`). */
export async function changeAgent(
  ctx: AgentContext,
  address: AgentAddress,
  input: AgentChange,
  check: Check<AgentRecord>,
): Promise<AgentRecord> {
  const found = await requireAgent(ctx, address);
  check(await describeAgent(ctx, found, found.project));
  const current = currentSettings(found);
  const { settings: changed, key } = changeSettings(current, input, ctx.limits.of(found.project.id));
  const { provider, model_name } = current.model;
  if (changed.model.model_name !== model_name || changed.model.provider !== provider)
    await requireModelFile(ctx, changed);
  const given = await changeSkills(ctx, found.project.id, current.skills, input);
  const holder = { id: found.agent.id, project: found.project, name: found.agent.name, skills: found.skills };
  const data = await keepDataSkills(ctx, holder, dataOf(input));
  const skilled = { ...changed, skills: withSkills(given, data.ids) };
  const settings = await groundByDefault(ctx, found.project.id, skilled, current);
  return applyChange(ctx, found, { name: input.name, published: input.published, settings, key }).catch(
    async (error) => {
      await data.takeBack();
      throw error;
    },
  );
}

function withSkills(given: readonly string[], added: readonly string[]): string[] {
  return [...new Set([...given, ...added])];
}

/**
 * Skills of a version may have been deleted since, so the agent's current skills are used, those in the trash included.
 */
function currentSettings({ settings, skills, lost }: FoundAgent): AgentSettings {
  return { ...settings, skills: [...skills, ...lost].map(({ id }) => id) };
}

interface Change {
  name: string | undefined;
  published?: boolean | null | undefined;
  settings: AgentSettings;
  key: KeyChange;
}

async function applyChange(
  ctx: Caller & Pick<AgentServices, 'breakers' | 'database' | 'events' | 'secrets'>,
  found: FoundAgent & { project: Project },
  { name, published, settings, key }: Change,
): Promise<AgentRecord> {
  const { agent, project } = found;
  const isSame = encodeJson(settings) === encodeJson(currentSettings(found));
  const change = {
    version: isSame ? agent.version : agent.version + 1,
    updated_at: new Date().toISOString(),
    ...(name === undefined ? {} : { name }),
    ...(published === undefined ? {} : { published: published ? 1 : 0 }),
    ...(key === undefined ? {} : { sealed_api_key: key && ctx.secrets.seal(key, agentKeyOwner(agent.id)) }),
  };
  const write = (transaction: Transaction) =>
    writeSettings(transaction, { id: agent.id, ...change }, settings, ctx.actor);
  await agents.change(ctx, agent, change, isSame ? {} : { also: write });
  const isElsewhere = settings.model.base_url !== found.settings.model.base_url;
  if (key !== undefined || isElsewhere) ctx.breakers.forget(breakerKeyOf(agent, settings));
  return getAgent(ctx, { project: project.id, agent: agent.id });
}

/** `release` detaches the users of the agent for good, or refuses. */
export async function deleteAgent(
  ctx: Caller & Pick<AgentServices, 'breakers' | 'config' | 'database' | 'events' | 'jobs'>,
  address: AgentAddress,
  { check, release, ...removal }: AgentRemoval,
): Promise<void> {
  const found = await requireAgent(ctx, address);
  check(await describeAgent(ctx, found, found.project));
  const isForGood = isFinal(ctx, removal);
  await release(found.agent, isForGood);
  if (!isForGood) return trashAgent(ctx, found.agent);
  const deleteSkills = (transaction: Transaction) => deleteSkillsMadeFor(ctx, transaction, found.agent.id);
  await agents.delete(ctx, found.agent, deleteSkills);
}

interface AgentRemoval extends Removal<AgentRecord> {
  release: (agent: AgentRow, isForGood: boolean) => Promise<void>;
}

async function trashAgent(
  ctx: Caller & Pick<AgentServices, 'database' | 'events' | 'jobs'>,
  agent: AgentRow,
): Promise<void> {
  await transact(ctx.database, async (transaction) => {
    await stopEvaluations(ctx, transaction, { agent_id: agent.id });
    const own = await tellOfSkillsMadeFor(ctx, transaction, agent.id);
    await agents.trashIn(ctx, transaction, agent, [
      { table: 'evaluations', column: 'agent_id', value: agent.id },
      ...own.map((value) => ({ table: 'skills', column: 'id', value }) as const),
    ]);
  });
}

/** Returns the names of agents by ID with what they lack, without deleted ones. */
export async function nameAgents(
  ctx: Caller & Pick<AgentServices, 'database'>,
  project: { id: string; name: string },
  ids: string[],
): Promise<Map<string, { name: string; broken: Broken | null }>> {
  const all = await selectAgentsByIds(ctx.database, ids);
  const named = all.map(async (found) => {
    const { id, name } = found.agent;
    return [id, { name, broken: await findAgentFault(ctx, found, project) }] as const;
  });
  return new Map(await Promise.all(named));
}

/** Lists all versions of the settings, the newest first. */
export async function listAgentVersions(
  ctx: Caller & Pick<AgentServices, 'database'>,
  address: AgentAddress,
): Promise<AgentVersionRecord[]> {
  const { agent } = await requireAgent(ctx, address);
  return (await selectVersions(ctx.database, agent.id)).map(versionRecordOf);
}

/** Restores the settings of an earlier version as a new version, without deleted skills. */
export async function restoreVersion(
  ctx: Caller & Pick<AgentServices, 'breakers' | 'database' | 'events' | 'secrets'>,
  address: AgentAddress,
  version: number,
  check: Check<AgentRecord>,
): Promise<AgentRecord> {
  const found = await requireAgent(ctx, address);
  check(await describeAgent(ctx, found, found.project));
  const row = await selectVersion(ctx.database, found.agent.id, version);
  if (!row) throw new ServiceError('version_not_found', `Agent ${found.agent.name} has no version ${version}.`);
  const settings = decodeJson<AgentSettings>(row.settings);
  const skills = await keepExisting(ctx, found.project.id, settings.skills);
  const { model } = found.settings;
  const isElsewhere = model.provider !== settings.model.provider || model.base_url !== settings.model.base_url;
  return applyChange(ctx, found, {
    name: undefined,
    settings: { ...settings, skills },
    key: isElsewhere ? null : undefined,
  });
}
