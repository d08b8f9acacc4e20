import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Chance } from '../fuzz/chance.ts';
import type { Operation } from '../fuzz/operations.ts';
import { startPeer } from '../fuzz/peer.ts';
import { Records } from '../fuzz/records.ts';
import { languageModel, type World } from '../fuzz/templates.ts';

/** A project with one record of each kind, each containing a text that is unique to it. */
export interface MarkedWorld {
  name: string;
  mark: string;
  records: Records;
  world: World;
}

/** A caller and the projects that its key reaches; undefined for all. */
export interface Caller {
  role: string;
  secret: string;
  reaches: MarkedWorld | undefined;
}

export interface Furnished {
  worlds: MarkedWorld[];
  callers: Caller[];
}

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape are looked into
type Make = (method: string, path: string, body?: object, secret?: string) => Promise<any>;

const rows = Array.from({ length: 40 }, (_, index) => ({ rooms: index % 5, price: 100 + 30 * (index % 5) }));
const mostTries = 300;

/** Creates three projects with records of the same names, and keys of each role for each project and for all. */
export async function createWorlds(base: string, operations: readonly Operation[], chance: Chance): Promise<Furnished> {
  let admin = '';
  const make: Make = async (method, path, body, secret = admin) => {
    const headers = { 'content-type': 'application/json', ...(secret && { authorization: `Bearer ${secret}` }) };
    const response = await fetch(base + path, { method, headers, body: body && JSON.stringify(body) });
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return response.headers.get('content-type')?.includes('json') ? response.json() : response.bytes();
  };
  admin = (await make('POST', '/api/keys', { name: 'keeper', role: 'admin' })).secret;
  const peer = await startPeer();
  const worlds = await Promise.all(
    ['red', 'green', 'blue'].map((name) => createWorld(make, name, { operations, chance, peer, key: admin })),
  );
  const callers: Caller[] = [
    { role: 'admin', secret: admin, reaches: undefined },
    { role: 'nobody', secret: 'none', reaches: undefined },
  ];
  for (const role of ['editor', 'viewer', 'predictor'])
    for (const reaches of [undefined, ...worlds]) {
      const projects = reaches && [reaches.name];
      const name = `${role}_of_${reaches?.name ?? 'all'}`;
      callers.push({ role, reaches, secret: (await make('POST', '/api/keys', { name, role, projects })).secret });
    }
  return { worlds, callers };
}

interface Furniture {
  operations: readonly Operation[];
  chance: Chance;
  peer: string;
  key: string;
}

async function createWorld(
  make: Make,
  name: string,
  { operations, chance, peer, key }: Furniture,
): Promise<MarkedWorld> {
  const mark = `mark-${name}-${randomBytes(8).toString('hex')}`;
  const at = `/api/projects/${name}`;
  await make('POST', '/api/projects', { name, description: mark, metadata: { mark } });
  await make('POST', `${at}/tables?name=homes`, rows);
  await make('POST', `${at}/tables?name=marks`, [{ mark }]);
  const options = { effort: 'quick' };
  await make('POST', `${at}/models`, { name: 'rent', target: 'price', from: { table: 'homes' }, options });
  await make('POST', `${at}/knowledge_bases`, { name: 'notes', description: mark });
  await make('POST', `${at}/knowledge_bases/notes/documents`, { name: 'pets', content: `# Pets\n\nDogs, ${mark}.` });
  await make('POST', `${at}/skills`, { name: 'tables', type: 'sql', description: mark, params: { tables: ['marks'] } });
  await make('POST', `${at}/agents`, { name: 'clerk', description: mark, skills: ['tables'] });
  await make('POST', `${at}/agents`, { name: 'desk', model: languageModel(peer), prompt_template: mark });
  await make('POST', `${at}/webhooks`, { name: 'hook', url: `${peer}/${mark}` });
  const channel = { type: 'web', title: mark };
  const { id: chatbotId } = await make('POST', `${at}/chatbots`, {
    name: 'page',
    agent: 'clerk',
    channel,
    is_running: true,
  });
  const { token: visitToken } = await make('POST', `/api/channels/${chatbotId}/visits`, {});
  const messages = [{ role: 'user', content: `Is there ${mark}?` }];
  const { conversation_id: conversationId } = await make('POST', `${at}/agents/clerk/completions`, { messages });
  await until(async () => (await make('GET', `${at}/models/rent`)).status === 'complete');
  const model = await make('GET', `${at}/models/rent/export`);
  const records = new Records(operations);
  addPlaces(records, { projectName: name, conversationId, chatbotId });
  return { name, mark, records, world: { chance, peer, model, key, chatSecret: 'none', visitToken } };
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; !(await isSo()); tries += 1) {
    if (tries === mostTries) throw new Error('the model of a world was not trained in time');
    await pause(200);
  }
}

function addPlaces(records: Records, place: { projectName: string; conversationId: string; chatbotId: string }): void {
  const { projectName, conversationId, chatbotId } = place;
  const all = '/api/projects/{projectName}';
  const kinds = {
    'tables/{tableName}': ['homes', 'marks'],
    'models/{modelName}': ['rent', 'rent.1'],
    'knowledge_bases/{baseName}': ['notes'],
    'skills/{skillName}': ['tables'],
    'agents/{agentName}': ['clerk', 'desk'],
    'webhooks/{webhookName}': ['hook'],
    'chatbots/{chatbotName}': ['page'],
  };
  records.add(all, { projectName });
  for (const [kind, names] of Object.entries(kinds))
    for (const name of names)
      records.add(`${all}/${kind}`, { projectName, [kind.slice(kind.indexOf('{') + 1, -1)]: name });
  const document = { projectName, baseName: 'notes', documentName: 'pets' };
  records.add(`${all}/knowledge_bases/{baseName}/documents/{documentName}`, document);
  const conversation = { projectName, agentName: 'clerk', conversationId };
  records.add(`${all}/agents/{agentName}/conversations/{conversationId}`, conversation);
  records.add('/api/channels/{chatbotId}', { chatbotId });
  records.add('/v1/models/{model}', { model: `${projectName}/clerk` });
}
