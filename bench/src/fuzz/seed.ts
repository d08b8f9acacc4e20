import { setTimeout as pause } from 'node:timers/promises';
import type { Chance } from './chance.ts';
import type { Operation } from './operations.ts';
import { startPeer } from './peer.ts';
import { Records } from './records.ts';
import { languageModel, type World } from './templates.ts';

/** A caller: a role for all projects or one, with a key; or an unknown caller. */
export interface Requester {
  role: string;
  secret: string;
}

/** What the fuzz run may use. */
export interface Seeded {
  requesters: Requester[];
  /** Existing names, put where a schema accepts any text. */
  names: string[];
  records: Records;
  world: World;
}

const project = '/api/projects/fuzzed';
const rows = Array.from({ length: 40 }, (_, index) => ({
  rooms: index % 5,
  price: 100 + 30 * (index % 5) + (index % 7),
}));
const question = { messages: [{ role: 'user', content: 'How many homes are there?' }] };
const chatSecret = 'a secret of twenty-four characters';
const mostSeconds = 60;

/** Sends requests with the first admin key. */
class Keeper {
  readonly #base: string;
  secret = '';

  constructor(base: string) {
    this.#base = base;
  }

  async ask(method: string, path: string, body?: object, secret = this.secret): Promise<Response> {
    const headers = { 'content-type': 'application/json', ...(secret && { authorization: `Bearer ${secret}` }) };
    const response = await fetch(this.#base + path, { method, headers, body: body && JSON.stringify(body) });
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return response;
  }

  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape are looked into
  async make(path: string, body: object): Promise<any> {
    return (await this.ask('POST', path, body)).json();
  }

  /** Repeats a request until its response is accepted. */
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape are looked into
  async until(path: string, accept: (body: any) => boolean): Promise<any> {
    for (let waited = 0; waited < mostSeconds; waited += 0.2) {
      const body = await (await this.ask('GET', path)).json();
      if (accept(body)) return body;
      await pause(200);
    }
    throw new Error(`${path} did not become what the run needs`);
  }
}

/** Fills an empty service with a working record of each kind and a key of each role. */
export async function seedService(base: string, operations: readonly Operation[], chance: Chance): Promise<Seeded> {
  const [keeper, peer] = [new Keeper(base), await startPeer()];
  const { secret } = await keeper.make('/api/keys', { name: 'keeper', role: 'admin' });
  keeper.secret = secret;
  await makeData(keeper);
  await makeTalk(keeper, peer);
  const records = new Records(operations);
  const visitToken = await addRecords(keeper, records);
  const model = new Uint8Array(await (await keeper.ask('GET', `${project}/models/rent/export`)).arrayBuffer());
  const names = ['homes', 'rent', 'notes', 'clerk', 'hook'];
  const world = { chance, peer, model, key: secret, chatSecret, visitToken };
  return { requesters: await makeRequesters(keeper), names, records, world };
}

async function makeRequesters(keeper: Keeper): Promise<Requester[]> {
  const admin = { role: 'admin', secret: keeper.secret };
  const requesters = [admin, admin, { role: 'nobody', secret: 'none' }];
  for (const role of ['editor', 'viewer', 'predictor'])
    for (const projects of [undefined, ['fuzzed']]) {
      const name = `${projects ? 'one' : 'all'}-${role}`;
      const { secret } = await keeper.make('/api/keys', { name, role, projects });
      requesters.push({ role, secret });
    }
  return requesters;
}

async function makeData(keeper: Keeper): Promise<void> {
  await keeper.make('/api/projects', { name: 'fuzzed' });
  await keeper.make('/api/keys', { name: 'spare', role: 'viewer' });
  await keeper.make(`${project}/tables?name=homes`, rows as object);
  const options = { effort: 'quick' };
  await keeper.make(`${project}/models`, { name: 'rent', target: 'price', from: { table: 'homes' }, options });
  await keeper.until(`${project}/models/rent`, ({ status }) => status === 'complete');
  const parameters = { host: '127.0.0.1', port: 1, database: 'shop', user: 'reader', password: 'secret' };
  await keeper.make(`${project}/connections`, { name: 'shop', engine: 'postgresql', parameters });
}

async function makeTalk(keeper: Keeper, peer: string): Promise<void> {
  const bases = `${project}/knowledge_bases`;
  await keeper.make(bases, { name: 'notes' });
  await keeper.make(`${bases}/notes/documents`, { name: 'pets', content: '# Pets\n\nDogs up to 25 kg.' });
  await keeper.make(bases, { name: 'slow', embedding: languageModel(peer, 'slow') });
  await keeper.make(`${bases}/slow/documents`, { name: 'pets', content: 'Cats.' });
  await keeper.make(`${project}/skills`, { name: 'tables', type: 'sql', params: { tables: ['homes'] } });
  await keeper.make(`${project}/agents`, { name: 'clerk', skills: ['tables'] });
  await keeper.make(`${project}/agents`, { name: 'desk', model: languageModel(peer) });
  await keeper.make(`${project}/webhooks`, { name: 'hook', url: `${peer}/hook` });
  const meta = { phone_number_id: '100000', access_token: 'x'.repeat(20), app_secret: 'x'.repeat(16) };
  const channels = {
    page: { type: 'web' },
    signed: { type: 'webhook', reply_url: `${peer}/replies`, secret: chatSecret },
    meta: { type: 'whatsapp', ...meta, verify_token: 'verify-me', api_url: `${peer}/v1` },
  };
  for (const [name, channel] of Object.entries(channels)) {
    await keeper.make(`${project}/chatbots`, { name, agent: 'clerk', channel, is_running: true });
    await keeper.until(`${project}/chatbots/${name}`, ({ status }) => status === 'running');
  }
}

/** Registers the created records. @returns a visitor token of the web chatbot */
async function addRecords(keeper: Keeper, records: Records): Promise<string> {
  const all = '/api/projects/{projectName}';
  const projectName = 'fuzzed';
  const add = (kind: string, parameter: string, ...names: string[]) => {
    for (const name of names) records.add(`${all}/${kind}/{${parameter}}`, { projectName, [parameter]: name });
  };
  for (const name of ['fuzzed', 'default']) records.add(all, { projectName: name });
  add('tables', 'tableName', 'homes');
  add('models', 'modelName', 'rent', 'rent.1', 'rent.9');
  add('connections', 'connectionName', 'shop');
  add('knowledge_bases', 'baseName', 'notes', 'slow');
  add('skills', 'skillName', 'tables');
  add('agents', 'agentName', 'clerk', 'desk');
  add('webhooks', 'webhookName', 'hook');
  add('chatbots', 'chatbotName', 'page', 'signed', 'meta');
  records.add('/api/keys/{keyName}', { keyName: 'spare' });
  for (const code of ['internal', 'rate_limited']) records.add('/errors/{code}', { code });
  records.add('/v1/models/{model}', { model: 'fuzzed/clerk' });
  const base = { projectName, baseName: 'notes' };
  records.add(`${all}/knowledge_bases/{baseName}/documents/{documentName}`, { ...base, documentName: 'pets' });
  const agent = { projectName, agentName: 'clerk' };
  records.add(`${all}/agents/{agentName}/versions/{version}`, { ...agent, version: '1' });
  const { conversation_id } = await keeper.make(`${project}/agents/clerk/completions`, question);
  const conversation = { ...agent, conversationId: conversation_id };
  records.add(`${all}/agents/{agentName}/conversations/{conversationId}`, conversation);
  const deliveries = `${project}/webhooks/hook/deliveries`;
  const [{ id: deliveryId }] = await keeper.until(deliveries, (list) => list.length > 0);
  const delivery = { projectName, webhookName: 'hook', deliveryId };
  records.add(`${all}/webhooks/{webhookName}/deliveries/{deliveryId}`, delivery);
  return addChat(keeper, records);
}

async function addChat(keeper: Keeper, records: Records): Promise<string> {
  const bots = '/api/projects/{projectName}/chatbots/{chatbotName}';
  const list = (await (await keeper.ask('GET', `${project}/chatbots`)).json()) as { id: string; name: string }[];
  for (const { id } of list) records.add('/api/channels/{chatbotId}', { chatbotId: id });
  const page = list.find(({ name }) => name === 'page')?.id;
  const { token } = await keeper.make(`/api/channels/${page}/visits`, {});
  await keeper.ask('POST', `/api/channels/${page}/messages`, { id: 'message-0001', text: 'Hello' }, token);
  const [{ id }] = await keeper.until(`${project}/chatbots/page/conversations`, (found) => found.length > 0);
  records.add(`${bots}/conversations/{conversationId}`, {
    projectName: 'fuzzed',
    chatbotName: 'page',
    conversationId: id,
  });
  return token;
}
