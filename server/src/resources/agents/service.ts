import type { Caller } from '../../caller.ts';
import { ServiceError } from '../../errors.ts';
import { newId } from '../../ids.ts';
import { decodeJson, encodeJson } from '../../platform/db/json.ts';
import type { Listing, Page } from '../../platform/db/listing.ts';
import { type Transaction, transact } from '../../platform/db/transact.ts';
import { isForeignKeyViolation, isUniqueViolation } from '../../platform/db/violations.ts';
import { holdProject, requireProject } from '../projects/service.ts';
import { deleteSkillsMadeFor } from '../skills/service.ts';
import type { AgentContext, AgentServices } from './context.ts';
import { keepDataSkills } from './data-skills.ts';
import { recordOf, versionRecordOf } from './record.ts';
import type { AgentChange, AgentCreation, AgentRecord, AgentVersionRecord } from './schemas.ts';
import { type AgentSettings, changeSettings, emptySettings, type KeyChange } from './settings.ts';
import { changeSkills, keepExisting } from './skills.ts';
import {
  type AgentRow,
  deleteAgentRow,
  type FoundAgent,
  insertAgent,
  insertVersion,
  replaceSkills,
  selectAgent,
  selectAgents,
  selectAgentsByIds,
  selectReachableAgents,
  selectVersion,
  selectVersions,
  updateAgent,
} from './store.ts';

/** Where an agent is: the project and the agent, each by name or ID. */
export interface AgentAddress {
  project: string;
  agent: string;
}

type Check = (current: AgentRecord) => void;
type Project = Awaited<ReturnType<typeof requireProject>>;

/** The agent within its project: the first step of every verb on an agent. */
export async function requireAgent(
  ctx: Caller & Pick<AgentServices, 'database'>,
  { project: projectName, agent: nameOrId }: AgentAddress,
): Promise<FoundAgent & { project: Project }> {
  const project = await requireProject(ctx, projectName);
  const found = await selectAgent(ctx.database, project.id, nameOrId);
  if (!found) throw new ServiceError('agent_not_found', `There is no agent ${nameOrId} in project ${project.name}.`);
  return { ...found, project };
}

/** The key of the agent's provider in plain text; undefined when none was given. */
export function openKey(ctx: Pick<AgentServices, 'secrets'>, { id, sealed_api_key }: AgentRow): string | undefined {
  return sealed_api_key === null ? undefined : ctx.secrets.open(sealed_api_key, keyOwner(id));
}

function keyOwner(agentId: string): string {
  return `agents/${agentId} api_key`;
}

/** Asks nobody: whether the provider takes the key is for `testAgent` to find out. */
export async function createAgent(ctx: AgentContext, projectName: string, input: AgentCreation): Promise<AgentRecord> {
  const project = await requireProject(ctx, projectName);
  const { settings: changed, key } = changeSettings(emptySettings, input, ctx.limits.of(project.id));
  const given = await changeSkills(ctx, project.id, [], input);
  const id = newId('agt');
  const data = await keepDataSkills(ctx, { id, project, name: input.name, skills: [] }, input.data);
  const settings = { ...changed, skills: withSkills(given, data.ids) };
  const now = new Date().toISOString();
  const row: AgentRow = {
    id,
    project_id: project.id,
    name: input.name,
    version: 1,
    sealed_api_key: key ? ctx.secrets.seal(key, keyOwner(id)) : null,
    created_at: now,
    updated_at: now,
    created_by: ctx.actor,
    revision: 1,
  };
  await transact(ctx.database, async (transaction) => {
    await holdProject(transaction, project);
    await insertAgent(transaction, row);
    await writeSettings(transaction, row, settings, ctx.actor);
    emitAgentEvent(ctx, transaction, 'created', row);
  }).catch(async (error) => {
    await data.takeBack();
    explain(error, input.name);
  });
  return getAgent(ctx, { project: project.id, agent: id });
}

/** The settings become the agent's current version; their skills those that it may use. */
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
  ctx: Caller & Pick<AgentServices, 'database'>,
  projectName: string,
  listing: Listing,
): Promise<Page<AgentRecord>> {
  const project = await requireProject(ctx, projectName);
  const { items, next } = await selectAgents(ctx.database, project.id, listing);
  return { items: items.map((item) => recordOf(item, project.name)), next };
}

/** Every agent of every project that the caller may know of. */
export function listReachableAgents(ctx: Caller & Pick<AgentServices, 'database'>) {
  return selectReachableAgents(ctx.database, ctx.projects);
}

export async function getAgent(
  ctx: Caller & Pick<AgentServices, 'database'>,
  address: AgentAddress,
): Promise<AgentRecord> {
  const found = await requireAgent(ctx, address);
  return recordOf(found, found.project.name);
}

/** `check` sees the current record and may refuse the change (`If-Match`). */
export async function changeAgent(
  ctx: AgentContext,
  address: AgentAddress,
  input: AgentChange,
  check: Check,
): Promise<AgentRecord> {
  const found = await requireAgent(ctx, address);
  check(recordOf(found, found.project.name));
  const current = currentSettings(found);
  const { settings: changed, key } = changeSettings(current, input, ctx.limits.of(found.project.id));
  const given = await changeSkills(ctx, found.project.id, current.skills, input);
  const holder = { id: found.agent.id, project: found.project, name: found.agent.name, skills: found.skills };
  const data = await keepDataSkills(ctx, holder, input.data);
  const settings = { ...changed, skills: withSkills(given, data.ids) };
  return applyChange(ctx, found, { name: input.name, settings, key }).catch(async (error) => {
    await data.takeBack();
    throw error;
  });
}

function withSkills(given: readonly string[], added: readonly string[]): string[] {
  return [...new Set([...given, ...added])];
}

/** The skills of a version may be gone since; those that the agent has now are what counts. */
function currentSettings({ settings, skills }: FoundAgent): AgentSettings {
  return { ...settings, skills: skills.map(({ id }) => id) };
}

interface Change {
  name: string | undefined;
  settings: AgentSettings;
  key: KeyChange;
}

async function applyChange(
  ctx: Caller & Pick<AgentServices, 'database' | 'events' | 'secrets'>,
  found: FoundAgent & { project: Project },
  { name, settings, key }: Change,
): Promise<AgentRecord> {
  const { agent, project } = found;
  const isSame = encodeJson(settings) === encodeJson(currentSettings(found));
  const change = {
    version: isSame ? agent.version : agent.version + 1,
    updated_at: new Date().toISOString(),
    ...(name === undefined ? {} : { name }),
    ...(key === undefined ? {} : { sealed_api_key: key && ctx.secrets.seal(key, keyOwner(agent.id)) }),
  };
  await transact(ctx.database, async (transaction) => {
    if (!(await updateAgent(transaction, agent, change))) throw changedMeanwhile();
    if (!isSame) await writeSettings(transaction, { id: agent.id, ...change }, settings, ctx.actor);
    emitAgentEvent(ctx, transaction, 'updated', { ...agent, ...change });
  }).catch((error) => explain(error, name));
  return getAgent(ctx, { project: project.id, agent: agent.id });
}

/** `release` may refuse, or lets go of the agent whoever uses it. */
export async function deleteAgent(
  ctx: Caller & Pick<AgentServices, 'database' | 'events'>,
  address: AgentAddress,
  { check, release }: { check: Check; release: (agent: AgentRow) => Promise<void> },
): Promise<void> {
  const found = await requireAgent(ctx, address);
  check(recordOf(found, found.project.name));
  await release(found.agent);
  await transact(ctx.database, async (transaction) => {
    await deleteSkillsMadeFor(ctx, transaction, found.agent.id);
    await deleteAgentRow(transaction, found.agent.id);
    emitAgentEvent(ctx, transaction, 'deleted', found.agent);
  });
}

/** Names of agents by their ID; those that are gone are left out. */
export async function nameAgents(ctx: Pick<AgentServices, 'database'>, ids: string[]): Promise<Map<string, string>> {
  const rows = await selectAgentsByIds(ctx.database, ids);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** All versions of the settings, the newest first. */
export async function listAgentVersions(
  ctx: Caller & Pick<AgentServices, 'database'>,
  address: AgentAddress,
): Promise<AgentVersionRecord[]> {
  const { agent } = await requireAgent(ctx, address);
  return (await selectVersions(ctx.database, agent.id)).map(versionRecordOf);
}

/** Makes the settings of an earlier version hold again, as a new version. Skills that are gone stay gone. */
export async function restoreVersion(
  ctx: Caller & Pick<AgentServices, 'database' | 'events' | 'secrets'>,
  address: AgentAddress,
  version: number,
  check: Check,
): Promise<AgentRecord> {
  const found = await requireAgent(ctx, address);
  check(recordOf(found, found.project.name));
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

function emitAgentEvent(
  ctx: Pick<AgentServices, 'events'>,
  transaction: Transaction,
  event: 'created' | 'updated' | 'deleted',
  { id, project_id, name, version }: AgentRow,
): void {
  const data = { id, name, version };
  ctx.events.write(transaction, { type: `sibyl.agent.${event}`, project: project_id, subject: `agents/${id}`, data });
}

function changedMeanwhile(): ServiceError {
  return new ServiceError('stale_record', 'Somebody changed the agent at the same moment; read it again and repeat.');
}

function explain(error: unknown, name: string | undefined): never {
  if (isUniqueViolation(error)) throw new ServiceError('name_taken', `There is an agent ${name} already.`);
  if (isForeignKeyViolation(error))
    throw new ServiceError('skill_not_found', 'A skill of the agent was deleted at the same moment.');
  throw error;
}
