/** Every kind of record with its address and creation, for tests of rules common to all. */
import type { TestService } from './service.ts';

export interface RecordKind {
  kind: string;
  /** Address of its creation; `{name}` stands for its name if that is not in the body. */
  collection: string;
  /** Address of one record, as in the OpenAPI document. */
  one: string;
  body(name: string): unknown;
  headers?: Record<string, string>;
  /** Whether the work after its creation has ended. */
  settles?: (body: { status: string }) => boolean;
  /** A change; undefined for records that never change. */
  change?: object;
}

const csv = { 'content-type': 'text/csv' };
const inProject = '/api/projects/{projectName}';
const rows = Array.from({ length: 12 }, (_, index) => ({ rooms: index % 4, price: 100 + 10 * index }));

export const recordKinds: RecordKind[] = [
  {
    kind: 'project',
    collection: '/api/projects',
    one: '/api/projects/{projectName}',
    body: (name) => ({ name }),
    change: { description: 'changed' },
  },
  {
    kind: 'key',
    collection: '/api/keys',
    one: '/api/keys/{keyName}',
    body: (name) => ({ name, role: 'viewer' }),
    change: { role: 'predictor' },
  },
  {
    kind: 'table',
    collection: `${inProject}/tables?name={name}`,
    one: `${inProject}/tables/{tableName}`,
    body: () => 'rooms,price\n1,100\n2,200\n',
    headers: csv,
  },
  {
    kind: 'connection',
    collection: `${inProject}/connections`,
    one: `${inProject}/connections/{connectionName}`,
    body: (name) => ({
      name,
      engine: 'postgresql',
      parameters: { host: '127.0.0.1', port: 1, database: 'd', user: 'u', password: 'p' },
    }),
    change: { parameters: { user: 'v', password: 'p' } },
  },
  {
    kind: 'model',
    collection: `${inProject}/models`,
    one: `${inProject}/models/{modelName}`,
    body: (name) => ({ name, target: 'price', from: { rows }, options: { effort: 'quick' } }),
    settles: ({ status }) => status === 'complete',
  },
  {
    kind: 'webhook',
    collection: `${inProject}/webhooks`,
    one: `${inProject}/webhooks/{webhookName}`,
    body: (name) => ({ name, url: 'http://127.0.0.1:1/', enabled: false }),
    change: { types: ['sibyl.model.completed'] },
  },
  {
    kind: 'knowledge base',
    collection: `${inProject}/knowledge_bases`,
    one: `${inProject}/knowledge_bases/{baseName}`,
    body: (name) => ({ name }),
    change: { description: 'changed' },
  },
  {
    kind: 'document',
    collection: `${inProject}/knowledge_bases/library/documents`,
    one: `${inProject}/knowledge_bases/{baseName}/documents/{documentName}`,
    body: (name) => ({ name, content: '# Pets\nSmall pets are welcome.' }),
  },
  {
    kind: 'agent',
    collection: `${inProject}/agents`,
    one: `${inProject}/agents/{agentName}`,
    body: (name) => ({ name }),
    change: { description: 'changed' },
  },
  {
    kind: 'evaluation',
    collection: `${inProject}/agents/desk/evaluations`,
    one: `${inProject}/agents/{agentName}/evaluations/{evaluationName}`,
    body: (name) => ({ name, questions: [{ question: 'How many?', expected: { refuses: true } }] }),
    settles: ({ status }) => status === 'complete',
  },
  {
    kind: 'skill',
    collection: `${inProject}/skills`,
    one: `${inProject}/skills/{skillName}`,
    body: (name) => ({ name, type: 'sql' }),
    change: { description: 'changed' },
  },
  {
    kind: 'chatbot',
    collection: `${inProject}/chatbots`,
    one: `${inProject}/chatbots/{chatbotName}`,
    body: (name) => ({ name, agent: 'desk', channel: { type: 'web' } }),
    change: { params: { rate_limit: { messages: 5, seconds: 60 } } },
  },
];

/** Creates a project with what records of every kind need. */
export async function seedProject(service: TestService, headers: Record<string, string> = {}): Promise<string> {
  const name = `furnished_${Math.random().toString(36).slice(2, 10)}`;
  await service.call('POST', '/api/projects', { name }, headers);
  await service.call('POST', `/api/projects/${name}/agents`, { name: 'desk' }, headers);
  await service.call('POST', `/api/projects/${name}/knowledge_bases`, { name: 'library' }, headers);
  return name;
}

/** Returns where a record of this name is created. */
export function collectionOf({ collection }: RecordKind, project: string, name: string): string {
  return collection.replace('{projectName}', project).replace('{name}', name);
}

/** Returns its address. */
export function addressOf({ one }: RecordKind, project: string, name: string): string {
  const inside = one.replace('{baseName}/', 'library/').replace('{agentName}/', 'desk/');
  return one === '/api/projects/{projectName}'
    ? `/api/projects/${name}`
    : inside.replace('{projectName}', project).replace(/\{\w+\}/, name);
}
