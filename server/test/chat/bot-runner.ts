/** Chatbots running on a given database with an answerer of the test's own: all but HTTP and the agent. */

import { randomBytes } from 'node:crypto';
import { onTestFinished } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { createServer } from '../../src/http/server.ts';
import { newId } from '../../src/ids.ts';
import { openCharts } from '../../src/platform/charts/charts.ts';
import { encodeJson } from '../../src/platform/db/json.ts';
import { insertRecord } from '../../src/platform/db/records.ts';
import type { Database } from '../../src/platform/db/schema.ts';
import { EventLog } from '../../src/platform/journal/event-log.ts';
import { openOutgoing } from '../../src/platform/outgoing/outgoing.ts';
import { SealedBox } from '../../src/platform/secrets/sealed-box.ts';
import { noTelemetry } from '../../src/platform/telemetry/telemetry.ts';
import { ChatbotHub } from '../../src/resources/chatbots/chatbot-hub.ts';
import type { ChatbotParams } from '../../src/resources/chatbots/params-schema.ts';
import { chatbotSettings, sealOwner } from '../../src/resources/chatbots/record.ts';
import type { Answered, Answerer } from '../../src/resources/chatbots/running/answerer.ts';
import { type BotContext, identityOf, openChannel } from '../../src/resources/chatbots/running/bot-context.ts';
import { Supervisor } from '../../src/resources/chatbots/running/supervisor.ts';
import { takeMessages } from '../../src/resources/chatbots/running/take.ts';
import { takeSecrets } from '../../src/resources/chatbots/settings.ts';
import { type ChatbotRow, selectChatbotById } from '../../src/resources/chatbots/store.ts';
import type { ChatPeer } from './peer.ts';

const masterKey = randomBytes(32);

export interface BotRunner {
  ctx: BotContext;
  supervisor: Supervisor;
  /** What people thought of answers. */
  ratings: [trace: string, rating: string][];
  /** Documents taken. */
  documents: [name: string, byteSize: number][];
}

/** @param answer what the agent would do; by default it repeats the question */
export function openBotRunner(database: Database, answer: Answerer = echo): BotRunner {
  const charts = openCharts();
  const ratings: BotRunner['ratings'] = [];
  const documents: BotRunner['documents'] = [];
  const config = readConfig({ SIBYL_PUBLIC_URL: 'https://sibyl.example.com', SIBYL_LOG_LEVEL: 'silent' });
  const ctx: BotContext = {
    ...noTelemetry(),
    config,
    database,
    events: new EventLog(),
    log: createServer(config).log,
    secrets: new SealedBox(masterKey),
    outgoing: openOutgoing(['127.0.0.1']),
    charts,
    chatbotHub: new ChatbotHub(),
    answer,
    keepDocument: async (_chatbot, _base, { name, bytes }) => {
      documents.push([name, bytes.length]);
      return name.endsWith('.exe') ? 'I take text files' : undefined;
    },
    rate: async (_chatbot, trace, rating) => void ratings.push([trace, rating]),
  };
  const supervisor = new Supervisor(ctx);
  onTestFinished(async () => {
    await supervisor.close();
    await charts.close();
  });
  return { ctx, supervisor, ratings, documents };
}

export const echo: Answerer = async ({ messages }) => answered(`You said: ${messages.at(-1)?.content}`);

export function answered(text: string, change: Partial<Answered> = {}): Answered {
  return { text, citations: [], traceId: null, canAnswer: true, ...change };
}

/** Makes a chatbot on the peer, with a project and an agent of its own, that is to run. @returns its ID */
export async function makeBot(
  { ctx }: BotRunner,
  peer: Pick<ChatPeer, 'carry' | 'channel'>,
  params: ChatbotParams = {},
): Promise<string> {
  const now = new Date().toISOString();
  const record = { created_at: now, updated_at: now, created_by: null };
  const [project_id, agent_id, id] = [newId('prj'), newId('agt'), newId('bot')];
  const { database } = ctx;
  const project = { id: project_id, name: project_id.toLowerCase(), description: '', metadata: null, ...record };
  await database.insertInto('projects').values(project).execute();
  const agent = { id: agent_id, project_id, name: 'helper', version: 1, sealed_api_key: null, ...record };
  await database.insertInto('agents').values(agent).execute();
  const { channel, params: shown, secrets } = takeSecrets(peer.channel, params);
  const row = { ...blank, ...record, id, project_id, agent_id, name: 'bot', channel_type: channel.type };
  const sealed_secrets = ctx.secrets.seal(JSON.stringify(secrets), sealOwner(id));
  await insertRecord(database, 'chatbots', {
    ...row,
    channel: encodeJson(channel),
    params: encodeJson(shown),
    sealed_secrets,
  });
  peer.carry(async (request) => {
    const current = (await readBot(database, id))!;
    const opened = openChannel(ctx, current);
    const inlet = { identity: identityOf(current)!, take: take(ctx, current), latest: async () => [], fail: () => {} };
    return opened.channel.webhook!(request, inlet);
  });
  return id;
}

const take = (ctx: BotContext, row: ChatbotRow) => (messages: Parameters<typeof takeMessages>[2]) =>
  takeMessages(ctx, { row, params: chatbotSettings(ctx, row).params }, messages);

const blank = {
  settings_version: 1,
  is_running: 1,
  status: 'starting' as const,
  last_error: null,
  identity: null,
  last_message_at: null,
  received_count: 0,
  answered_count: 0,
  failed_count: 0,
  lease: null,
  lease_until: null,
};

export function readBot(database: Database, id: string): Promise<ChatbotRow | undefined> {
  return selectChatbotById(database, id);
}
