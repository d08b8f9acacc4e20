import type { Caller } from '../../caller.ts';
import { invalidField, ServiceError } from '../../errors.ts';
import { namePattern } from '../../ids.ts';
import { encodeJson } from '../../platform/db/json.ts';
import type { Listing, Page } from '../../platform/db/listing.ts';
import type { Database } from '../../platform/db/schema.ts';
import { type Transaction, transact } from '../../platform/db/transact.ts';
import { type Check, isFinal, type Removal } from '../../platform/records/check.ts';
import { newRecord } from '../../platform/records/project-records.ts';
import { requireAgent } from '../agents/service.ts';
import { requireBase } from '../knowledge/service.ts';
import { requireProject } from '../projects/service.ts';
import type { ChatbotServices } from './context.ts';
import { describeChatbots } from './describe-chatbots.ts';
import { abandonOpenMessages } from './message-store.ts';
import { placeOfAlarms, requireModelsOf } from './place-of-alarms.ts';
import { openSettings, plainFieldsOf, sealOwner } from './record.ts';
import type { ChatbotChange, ChatbotCreation, ChatbotRecord, PlainField } from './schemas.ts';
import { mergeParams, readChannel, type Settings, takeSecrets } from './settings.ts';
import { type ChatbotRow, chatbots, selectChatbots, selectChatbotsOfAgent } from './store.ts';

export interface ChatbotAddress {
  project: string;
  /** Name or ID. */
  chatbot: string;
}

/** Returns the chatbot within its project, or throws; every verb on a chatbot starts with it. */
export async function requireChatbot(ctx: Caller & Pick<ChatbotServices, 'database'>, address: ChatbotAddress) {
  const project = await requireProject(ctx, address.project);
  return { project, row: await chatbots.require(ctx.database, project, address.chatbot) };
}

export async function listChatbots(
  ctx: Caller & Pick<ChatbotServices, 'config' | 'database'>,
  projectName: string,
  { agent, ...listing }: Listing & { agent: string | undefined },
): Promise<Page<ChatbotRecord>> {
  const project = await requireProject(ctx, projectName);
  const agentId = agent === undefined ? undefined : await requireAgentId(ctx, project, agent);
  const { items, next } = await selectChatbots(ctx.database, project.id, { ...listing, agentId });
  return { items: await describeChatbots(ctx, items, project), next };
}

export async function getChatbot(
  ctx: Caller & Pick<ChatbotServices, 'config' | 'database'>,
  address: ChatbotAddress,
): Promise<ChatbotRecord> {
  const { project, row } = await requireChatbot(ctx, address);
  return describeChatbot(ctx, row, project);
}

async function describeChatbot(
  ctx: Caller & Pick<ChatbotServices, 'config' | 'database'>,
  row: ChatbotRow,
  project: { id: string; name: string },
): Promise<ChatbotRecord> {
  return (await describeChatbots(ctx, [row], project))[0];
}

async function requireAgentId(
  ctx: Caller & Pick<ChatbotServices, 'database'>,
  project: { id: string },
  agent: string,
): Promise<string> {
  return (await requireAgent(ctx, { project: project.id, agent })).agent.id;
}

export async function createChatbot(
  ctx: Caller & Pick<ChatbotServices, 'chatbotHub' | 'config' | 'database' | 'events' | 'secrets'>,
  projectName: string,
  input: ChatbotCreation,
): Promise<ChatbotRecord> {
  const project = await requireProject(ctx, projectName);
  const agent = agentIn(input);
  if (agent === undefined) throw invalidField('/agent', 'is required', 'required');
  const agent_id = await requireAgentId(ctx, project, agent);
  const row = newRow(ctx, { project_id: project.id, agent_id, ...plainFieldsOf(input) });
  const params = mergeParams(input.params ?? {}, undefined);
  await requireBaseOf(ctx, project, params);
  await requireModelsOf(ctx, project, params);
  const channel = readChannel(input.channel, undefined);
  const is_running = input.is_running ? 1 : 0;
  const complete: ChatbotRow = {
    ...row,
    ...keepSettings(ctx, row.id, channel, params),
    alarms_position: await placeOfAlarms(ctx, { project, channel, params }),
    is_running,
    status: is_running ? 'starting' : 'stopped',
  };
  await chatbots.insert(ctx, project, complete);
  await ctx.chatbotHub.apply(row.id);
  return getChatbot(ctx, { project: project.id, chatbot: row.id });
}

/** A chatbot puts documents only into a knowledge base of its own project. */
async function requireBaseOf(
  ctx: Caller & Pick<ChatbotServices, 'database'>,
  project: { id: string },
  { documents }: Settings['params'],
): Promise<void> {
  if (documents) await requireBase(ctx, { project: project.id, base: documents.knowledge_base });
}

function agentIn({ agent, agent_name }: Pick<ChatbotChange, 'agent' | 'agent_name'>): string | undefined {
  if (agent !== undefined && agent_name !== undefined && agent !== agent_name)
    throw invalidField('/agent_name', 'says another agent than agent', 'conflict');
  return agent ?? agent_name;
}

function newRow(ctx: Caller, facts: Pick<ChatbotRow, 'project_id' | 'agent_id' | PlainField>) {
  const counters = { received_count: 0, answered_count: 0, failed_count: 0, alarms_position: null };
  const running = {
    last_error: null,
    identity: null,
    last_message_at: null,
    refused_origins: null,
    lease: null,
    lease_until: null,
  };
  return {
    ...newRecord('bot', ctx, facts.project_id),
    ...facts,
    ...counters,
    ...running,
    settings_version: 1,
  };
}

/** Converts settings to columns: plain and masked settings as JSON, all secrets sealed together. */
function keepSettings(
  ctx: Pick<ChatbotServices, 'secrets'>,
  chatbotId: string,
  channel: Settings['channel'],
  params: Settings['params'],
): Pick<ChatbotRow, 'channel_type' | 'channel' | 'params' | 'sealed_secrets'> {
  const kept = takeSecrets(channel, params);
  const hasSecrets = Object.keys(kept.secrets).length > 0;
  return {
    channel_type: channel.type,
    channel: encodeJson(kept.channel),
    params: encodeJson(kept.params),
    sealed_secrets: hasSecrets ? ctx.secrets.seal(JSON.stringify(kept.secrets), sealOwner(chatbotId)) : null,
  };
}

/** Changes the chatbot, or creates it when none has that name. */
export async function putChatbot(
  ctx: Caller & Pick<ChatbotServices, 'chatbotHub' | 'config' | 'database' | 'events' | 'secrets'>,
  address: ChatbotAddress,
  input: ChatbotChange,
  check: (current: ChatbotRecord | undefined) => void,
): Promise<{ record: ChatbotRecord; created: boolean }> {
  const project = await requireProject(ctx, address.project);
  const row = await chatbots.find(ctx.database, project.id, address.chatbot);
  if (row) return { record: await changeChatbot(ctx, { row, project }, input, check), created: false };
  check(undefined);
  if (!new RegExp(namePattern).test(address.chatbot)) throw chatbots.notFound(project, address.chatbot);
  if (input.name !== undefined && input.name !== address.chatbot)
    throw invalidField('/name', 'must be the name in the address', 'conflict');
  const { channel } = input;
  if (!channel) throw invalidField('/channel', 'is required', 'required');
  const params = mergeParams({ ...input.params }, undefined);
  const record = await createChatbot(ctx, project.id, { ...input, name: address.chatbot, channel, params });
  return { record, created: true };
}

async function changeChatbot(
  ctx: Caller & Pick<ChatbotServices, 'chatbotHub' | 'config' | 'database' | 'events' | 'secrets'>,
  { row, project }: Awaited<ReturnType<typeof requireChatbot>>,
  input: ChatbotChange,
  check: Check<ChatbotRecord>,
): Promise<ChatbotRecord> {
  check(await describeChatbot(ctx, row, project));
  const agent = agentIn(input);
  const agent_id = agent === undefined ? row.agent_id : await requireAgentId(ctx, project, agent);
  const settings = await changeSettings(ctx, { row, project }, input);
  const is_running = input.is_running === undefined ? row.is_running : Number(input.is_running);
  const isOther = is_running !== row.is_running || settings !== undefined || agent_id !== row.agent_id;
  const isElsewhere = input.channel !== undefined && input.channel.type !== row.channel_type;
  if (is_running === 1 && agent_id === null) throw hasNoAgent(row);
  const change = {
    ...settings,
    ...(isElsewhere ? { identity: null } : {}),
    ...plainFieldsOf(input),
    agent_id,
    is_running,
    // A running bot restarts to apply new settings.
    ...(isOther ? { settings_version: row.settings_version + 1 } : {}),
    ...(isOther && is_running === 1 ? { status: 'starting' as const, last_error: null } : {}),
  };
  const abandon = (transaction: Transaction) =>
    abandonOpenMessages(transaction, row.id, 'The chatbot moved to another platform.');
  await chatbots.change(ctx, row, change, isElsewhere ? { also: abandon } : {});
  await ctx.chatbotHub.apply(row.id);
  return getChatbot(ctx, { project: project.id, chatbot: row.id });
}

/** Returns the changed settings; undefined when the request changes none. */
async function changeSettings(
  ctx: Caller & Pick<ChatbotServices, 'database' | 'secrets'>,
  { row, project }: Awaited<ReturnType<typeof requireChatbot>>,
  { channel, params }: ChatbotChange,
) {
  if (channel === undefined && params === undefined) return undefined;
  const before = openSettings(ctx, row);
  const opened = readChannel(channel ?? before.channel, before);
  const merged = mergeParams({ ...params }, before);
  // A knowledge base or a model that was deleted since stands in no other change's way.
  if (params !== undefined && 'documents' in params) await requireBaseOf(ctx, project, merged);
  if (params !== undefined && 'alarms' in params) await requireModelsOf(ctx, project, merged);
  const place = await placeOfAlarms(ctx, { project, channel: opened, params: merged });
  return {
    ...keepSettings(ctx, row.id, opened, merged),
    // A running bot moves its place meanwhile.
    ...((place === null) !== (row.alarms_position === null) && { alarms_position: place }),
  };
}

function hasNoAgent({ name }: ChatbotRow): ServiceError {
  return new ServiceError('wrong_state', `Chatbot ${name} has no agent any more; give it another one first.`);
}

/** Starts the bot: its status is `starting` at first, then `running` or `error`. */
export async function startChatbot(
  ctx: Caller & Pick<ChatbotServices, 'chatbotHub' | 'config' | 'database' | 'events'>,
  address: ChatbotAddress,
): Promise<ChatbotRecord> {
  const { row, project } = await requireChatbot(ctx, address);
  if (row.agent_id === null) throw hasNoAgent(row);
  if (row.is_running === 0 || row.status === 'error') await setRunning(ctx, row, 1);
  return getChatbot(ctx, { project: project.id, chatbot: row.id });
}

/** Stops the bot; resolves when it has stopped. */
export async function stopChatbot(
  ctx: Caller & Pick<ChatbotServices, 'chatbotHub' | 'config' | 'database' | 'events'>,
  address: ChatbotAddress,
): Promise<ChatbotRecord> {
  const { row, project } = await requireChatbot(ctx, address);
  if (row.is_running === 1) await setRunning(ctx, row, 0);
  return getChatbot(ctx, { project: project.id, chatbot: row.id });
}

/**
 * Prepares the deletion of an agent, which takes `force` while chatbots use it: for good, they are stopped; else they
 * answer again when it comes back from the trash.
 * @throws ServiceError `agent_in_use`, which names them
 */
export async function releaseAgent(
  ctx: Pick<ChatbotServices, 'chatbotHub' | 'database' | 'events'>,
  agent: { id: string; name: string },
  { force, isForGood }: { force: boolean; isForGood: boolean },
): Promise<void> {
  const rows = await selectChatbotsOfAgent(ctx.database, agent.id);
  if (rows.length > 0 && !force) {
    const names = rows.map(({ name }) => name).join(', ');
    const outcome = isForGood ? 'stop them first' : 'let them answer nothing until it is restored from the trash';
    const detail = `Agent ${agent.name} answers for ${names}; repeat with ?force=true to ${outcome}.`;
    throw new ServiceError('agent_in_use', detail, { extensions: { chatbots: rows.map(({ name }) => name) } });
  }
  if (!isForGood) return;
  await Promise.all(rows.filter((row) => row.is_running === 1).map((row) => setRunning(ctx, row, 0)));
}

async function setRunning(
  ctx: Pick<ChatbotServices, 'chatbotHub' | 'database' | 'events'>,
  row: ChatbotRow,
  is_running: 0 | 1,
): Promise<void> {
  const status = is_running === 1 ? ({ status: 'starting', last_error: null } as const) : {};
  const change = { is_running, settings_version: row.settings_version + 1, ...status };
  await chatbots.change(ctx, row, change);
  await ctx.chatbotHub.apply(row.id);
}

export async function deleteChatbot(
  ctx: Caller & Pick<ChatbotServices, 'chatbotHub' | 'config' | 'database' | 'events'>,
  address: ChatbotAddress,
  removal: Removal<ChatbotRecord>,
): Promise<void> {
  const { row, project } = await requireChatbot(ctx, address);
  removal.check(await describeChatbot(ctx, row, project));
  if (isFinal(ctx, removal)) await chatbots.delete(ctx, row);
  else await transact(ctx.database, (transaction) => chatbots.trashIn(ctx, transaction, row));
  await ctx.chatbotHub.apply(row.id);
}

/** Finds the chatbots of a project. Returns a function that starts or stops them as their records say afterwards. */
export async function releaseChatbots(
  ctx: Pick<ChatbotServices, 'chatbotHub'>,
  database: Database,
  projectId: string,
): Promise<() => Promise<unknown>> {
  const ids = await chatbots.ids(database, projectId);
  return () => Promise.all(ids.map((id) => ctx.chatbotHub.apply(id)));
}
