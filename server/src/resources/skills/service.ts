import { setImmediate as giveWay } from 'node:timers/promises';
import type { Caller } from '../../caller.ts';
import { invalidField, ServiceError } from '../../errors.ts';
import { decodeJson, encodeJson, type Json } from '../../platform/db/json.ts';
import type { Listing, Page } from '../../platform/db/listing.ts';
import { type Transaction, transact } from '../../platform/db/transact.ts';
import { type Check, isFinal, type Removal } from '../../platform/records/check.ts';
import { newRecord } from '../../platform/records/project-records.ts';
import { requireProject } from '../projects/service.ts';
import type { SkillContext, SkillServices } from './context.ts';
import { findFault, findWarnings } from './find-fault.ts';
import { boundExceeded } from './foreign/bounds.ts';
import type { Project } from './kind.ts';
import { requireKind } from './kinds.ts';
import { type Params, recordOf, secretsOf } from './record.ts';
import type { SkillChange, SkillCreation, SkillRecord } from './schemas.ts';
import { type SkillRow, selectAgentId, selectMadeFor, selectSkills, selectUsers, skills } from './store.ts';

export interface SkillAddress {
  project: string;
  /** Name or ID. */
  skill: string;
}

const maxParamsBytes = 2 * 1024 * 1024;
/** Looked at before anything else, because to copy or check more would take long. */
const paramsBounds = { nodes: 100_000, characters: maxParamsBytes, depth: 100 };

/** `madeFor` is the ID of the agent whose `data` made it; it is deleted with that agent. */
export async function createSkill(
  ctx: SkillContext,
  projectName: string,
  input: SkillCreation,
  madeFor: string | null = null,
): Promise<SkillRecord> {
  const project = await requireProject(ctx, projectName);
  const { id, ...base } = newRecord('skl', ctx, project.id);
  const identity = { id, type: requireKind(input.type).type };
  const row: SkillRow = {
    ...identity,
    ...base,
    name: input.name,
    description: input.description ?? describedIn(input.params) ?? '',
    params: await encodeParams(ctx, {
      project,
      ...identity,
      params: ofProject(input.params ?? {}, project),
      current: {},
    }),
    made_for: madeFor,
  };
  await skills.insert(ctx, project, row);
  // Nobody waits for it, and the first question reads again what failed
  requireKind(row.type)
    .prepare(ctx, project, ofProject(input.params ?? {}, project))
    .catch(() => {});
  return recordOf(ctx, row, { project: project.name, users: [], broken: null, warnings: [] });
}

export async function listSkills(
  ctx: Caller & Pick<SkillServices, 'database' | 'secrets'>,
  projectName: string,
  listing: Listing & { agent: string | undefined },
): Promise<Page<SkillRecord>> {
  const project = await requireProject(ctx, projectName);
  const agentId = listing.agent === undefined ? undefined : await requireAgentId(ctx, project, listing.agent);
  const { items, next } = await selectSkills(ctx.database, project.id, listing, agentId);
  const users = await selectUsers(ctx.database, project.id);
  const states = await Promise.all(items.map((row) => stateOf(ctx, project, row)));
  const record = (row: SkillRow, at: number) => recordOf(ctx, row, { project: project.name, users, ...states[at] });
  return { items: items.map(record), next };
}

async function requireAgentId(
  ctx: Pick<SkillServices, 'database'>,
  project: Project,
  nameOrId: string,
): Promise<string> {
  const id = await selectAgentId(ctx.database, project.id, nameOrId);
  if (id === undefined)
    throw new ServiceError('agent_not_found', `There is no agent ${nameOrId} in project ${project.name}.`);
  return id;
}

/**
 * Returns the skill's row in a project.
 * @throws ServiceError `skill_not_found`
 */
export async function requireSkill(
  ctx: Pick<SkillServices, 'database'>,
  project: Project,
  nameOrId: string,
): Promise<SkillRow> {
  return skills.require(ctx.database, project, nameOrId);
}

export async function getSkill(
  ctx: Caller & Pick<SkillServices, 'database' | 'secrets'>,
  { project: projectName, skill }: SkillAddress,
): Promise<SkillRecord> {
  const project = await requireProject(ctx, projectName);
  const row = await requireSkill(ctx, project, skill);
  const users = await selectUsers(ctx.database, project.id, row.id);
  return recordOf(ctx, row, { project: project.name, users, ...(await stateOf(ctx, project, row)) });
}

async function stateOf(ctx: Caller & Pick<SkillServices, 'database'>, project: Project, row: SkillRow) {
  const [broken, warnings] = await Promise.all([findFault(ctx, project, row), findWarnings(ctx, project, row)]);
  return { broken, warnings };
}

/** `check` sees the current record and may refuse the change (`If-Match`). */
export async function changeSkill(
  ctx: SkillContext,
  address: SkillAddress,
  input: SkillChange,
  check: Check<SkillRecord>,
): Promise<SkillRecord> {
  const project = await requireProject(ctx, address.project);
  const row = await requireSkill(ctx, project, address.skill);
  check(await getSkill(ctx, { project: project.id, skill: row.id }));
  const { params, type, ...plain } = input;
  if (type !== undefined && requireKind(type).type !== row.type)
    throw invalidField('/type', `is ${row.type} and cannot be changed; make another skill`, 'not_allowed');
  const described = plain.description ?? describedIn(params);
  const change = {
    ...plain,
    ...(described === undefined ? {} : { description: described }),
    ...(params ? { params: await mergeParams(ctx, project, row, params) } : {}),
  };
  await skills.change(ctx, row, change);
  return getSkill(ctx, { project: project.id, skill: row.id });
}

/** Existing clients write the description of a skill into its params. */
function describedIn(params: Params | undefined): string | undefined {
  const description = params?.description;
  return typeof description === 'string' ? description : undefined;
}

/** Existing clients name the project as the database of its own tables. */
function ofProject(params: Params, { name }: Project): Params {
  return params.database === name ? { ...params, database: 'mindsdb' } : params;
}

function mergeParams(ctx: SkillContext, project: Project, row: SkillRow, given: Params): Promise<Json> {
  const current = decodeJson<Params>(row.params);
  const merged = Object.entries({ ...secretsOf(ctx, row).hide(current), ...ofProject(given, project) });
  const params = Object.fromEntries(merged.filter(([, value]) => value !== null));
  return encodeParams(ctx, { project, id: row.id, type: row.type, params, current });
}

interface GivenParams extends Pick<SkillRow, 'id' | 'type'> {
  project: Project;
  /** Secrets that are stored already may be masks. */
  params: Params;
  /** As stored. */
  current: Params;
}

/** Checks the params and seals their secrets, each in a turn: they may be a megabyte. */
async function encodeParams(ctx: SkillContext, { project, params, current, ...skill }: GivenParams): Promise<Json> {
  const kind = requireKind(skill.type);
  const secrets = secretsOf(ctx, skill);
  const excess = boundExceeded(params, paramsBounds);
  if (excess) throw invalidField('/params', excess, 'too_long');
  await giveWay();
  await kind.check(ctx, project, params, current);
  await giveWay();
  const sealed = secrets.seal(params, current, '/params');
  const goesTo = (given: unknown) => kind.secretsGoTo(ctx, project, given);
  if (secrets.keptBy(params) !== undefined && (await goesTo(params)) !== (await goesTo(secrets.hide(current))))
    throw invalidField('/params/headers', 'must be sent again: their address has changed', 'required');
  const text = encodeJson(sealed);
  await giveWay();
  if (Buffer.byteLength(text) > maxParamsBytes)
    throw invalidField('/params', `must be at most ${maxParamsBytes} bytes as JSON`, 'too_long');
  return text;
}

/** Skills in use are deleted only by force, because their agents would lose them. */
export async function deleteSkill(
  ctx: Caller & Pick<SkillServices, 'config' | 'database' | 'events' | 'secrets'>,
  address: SkillAddress,
  { force, check, ...removal }: Removal<SkillRecord> & { force: boolean },
): Promise<void> {
  const project = await requireProject(ctx, address.project);
  const row = await requireSkill(ctx, project, address.skill);
  const record = await getSkill(ctx, { project: project.id, skill: row.id });
  check(record);
  if (record.agents.length > 0 && !force) {
    const detail = `Skill ${record.name} is used by ${record.agents.join(', ')}; repeat with ?force=true to take it away.`;
    throw new ServiceError('skill_in_use', detail, { extensions: { agents: record.agents } });
  }
  if (isFinal(ctx, removal)) await skills.delete(ctx, row);
  else await transact(ctx.database, (transaction) => skills.trashIn(ctx, transaction, row));
}

/**
 * Tells of the deletion of the skills made for the `data` of an agent that goes into the trash, except those that other
 * agents use. Returns their IDs.
 */
export async function tellOfSkillsMadeFor(
  ctx: Pick<SkillServices, 'events'>,
  transaction: Transaction,
  agentId: string,
): Promise<string[]> {
  const rows = await selectMadeFor(transaction, agentId);
  for (const row of rows) skills.emit(ctx, transaction, 'deleted', row);
  return rows.map(({ id }) => id);
}

/** Deletes the skills made for the `data` of an agent that is being deleted, except those that other agents use. */
export async function deleteSkillsMadeFor(
  ctx: Pick<SkillServices, 'events'>,
  transaction: Transaction,
  agentId: string,
): Promise<void> {
  for (const row of await selectMadeFor(transaction, agentId)) await skills.deleteIn(ctx, transaction, row);
}
