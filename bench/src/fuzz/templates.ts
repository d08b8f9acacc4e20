import { createHmac, randomUUID } from 'node:crypto';
import type { Chance } from './chance.ts';

/** A valid request without its path parameters. */
export interface Template {
  query?: Record<string, string>;
  /** JSON unless it is text or bytes. */
  body?: unknown;
  headers?: Record<string, string>;
}

export interface World {
  chance: Chance;
  /** Loopback URL of the peer. */
  peer: string;
  /** An exported model. */
  model: Uint8Array<ArrayBuffer>;
  /** A key for signing in. */
  key: string;
  /** Secret of the signed HTTP chatbot. */
  chatSecret: string;
  /** Token of a visitor of the web chatbot. */
  visitToken: string;
}

type MakeTemplate = (world: World) => Template;

const csv = { 'content-type': 'text/csv' };
const rows = 'rooms,price\n1,100\n2,200\n';

/** Returns a name that sometimes repeats, so that taken names are tested. */
function fresh({ chance }: World): string {
  return `made_${Math.floor(chance.next() * 5000)}`;
}

const question = { messages: [{ role: 'user', content: 'How many homes are there?' }] };

export function languageModel(peer: string, model_name = 'some') {
  return { provider: 'openai_compatible', model_name, base_url: `${peer}/v1`, api_key: 'sk-fuzz' };
}

function platformMessage({ chatSecret }: World): Template {
  const body = JSON.stringify({ conversation: 'c', text: 'Hello', user: { id: 'u' } });
  const id = randomUUID();
  const timestamp = String(Math.floor(Date.now() / 1000));
  const signature = createHmac('sha256', chatSecret).update(`${id}.${timestamp}.${body}`).digest('base64');
  const headers = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
  return { body: new TextEncoder().encode(body), headers: { ...headers, 'content-type': 'application/json' } };
}

/** Templates by operation. Operations without a body or with valid examples need none. */
export const templates: Readonly<Record<string, MakeTemplate>> = {
  createKey: (world) => ({ body: { name: fresh(world), role: world.chance.pick(['viewer', 'predictor']) } }),
  updateKey: ({ chance }) => ({ body: { role: chance.pick(['viewer', 'editor']) } }),
  rotateKey: () => ({ body: { overlap_seconds: 5 } }),
  createSession: ({ key }) => ({ body: { key } }),
  createProject: (world) => ({ body: { name: fresh(world), metadata: { team: 'fuzz' } } }),
  updateProject: () => ({ body: { description: 'Changed.' } }),
  deleteProject: () => ({ query: { cascade: 'true' } }),
  createTable: (world) => ({ query: { name: fresh(world) }, body: rows, headers: csv }),
  appendRows: () => ({ body: rows, headers: csv }),
  runQuery: () => ({ body: { sql: 'select rooms, avg(price) as price from homes group by 1' } }),
  createConnection: (world) => ({
    body: {
      name: fresh(world),
      engine: 'postgresql',
      parameters: { host: '127.0.0.1', port: 1, database: 'shop', user: 'reader', password: 'secret' },
    },
  }),
  updateConnection: () => ({ body: { parameters: { schemas: ['public'] } } }),
  createModel: (world) => ({
    body: {
      name: fresh(world),
      target: 'price',
      from: { table: 'homes' },
      options: { time_budget_seconds: world.chance.pick([1, 20]) },
    },
  }),
  updateModel: () => ({ body: { active_version: 1 } }),
  retrainModel: () => ({ body: { options: { time_budget_seconds: 1 } } }),
  predict: () => ({ body: [{ rooms: 3 }, { rooms: '2' }] }),
  importModel: (world) => ({
    query: { name: fresh(world) },
    body: world.model,
    headers: { 'content-type': 'application/octet-stream' },
  }),
  createWebhook: (world) => ({ body: { name: fresh(world), url: `${world.peer}/hook`, types: ['sibyl.model.*'] } }),
  updateWebhook: ({ chance }) => ({ body: { enabled: chance.happens(0.5) } }),
  rotateWebhook: () => ({ body: { overlap_seconds: 60 } }),
  createKnowledgeBase: (world) => ({
    body: {
      name: fresh(world),
      ...(world.chance.happens(0.5) ? { embedding: languageModel(world.peer, 'slow') } : {}),
    },
  }),
  updateKnowledgeBase: () => ({ body: { description: 'More notes.' } }),
  searchKnowledgeBase: () => ({ body: { query: 'how large may a dog be?', limit: 3 } }),
  addDocument: (world) => ({ body: { name: fresh(world), content: '# Pets\n\nDogs up to 25 kg.' } }),
  createAgent: (world) => ({ body: { name: fresh(world), model: languageModel(world.peer) } }),
  updateAgent: () => ({ body: { params: { max_steps: 5 } } }),
  deleteAgent: () => ({ query: { force: 'true' } }),
  deleteAgentByPlural: () => ({ query: { force: 'true' } }),
  createSkill: (world) => ({ body: { name: fresh(world), type: 'sql', params: { tables: ['homes'] } } }),
  updateSkill: () => ({ body: { params: { max_rows: 10 } } }),
  deleteSkill: () => ({ query: { force: 'true' } }),
  testSkill: () => ({ body: {} }),
  completeAgent: () => ({ body: question }),
  streamAgent: () => ({ body: question }),
  createChatCompletion: ({ chance }) => ({
    body: { model: 'fuzzed/clerk', stream: chance.happens(0.3), ...question },
  }),
  callMcp: ({ chance }) => ({
    body: { jsonrpc: '2.0', id: 1, method: chance.pick(['tools/list', 'ping']) },
    headers: { accept: 'application/json, text/event-stream' },
  }),
  createChatbot: (world) => ({ body: { name: fresh(world), agent: 'clerk', channel: { type: 'web' } } }),
  putChatbot: () => ({ body: { agent: 'clerk', channel: { type: 'web' }, params: { greeting: 'Hello!' } } }),
  receiveFromPlatform: platformMessage,
  verifyWebhook: () => ({
    query: { 'hub.mode': 'subscribe', 'hub.verify_token': 'verify-me', 'hub.challenge': '12345' },
  }),
  beginVisit: () => ({ body: {} }),
  sayToChatbot: ({ visitToken }) => ({
    body: { id: randomUUID(), text: 'Hello' },
    headers: { authorization: `Bearer ${visitToken}` },
  }),
  streamConversation: ({ visitToken }) => ({ headers: { authorization: `Bearer ${visitToken}` } }),
  listEvents: ({ chance }) => (chance.happens(0.3) ? { headers: { accept: 'text/event-stream' } } : {}),
};
