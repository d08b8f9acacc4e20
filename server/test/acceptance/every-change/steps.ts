import { signStandard } from '../../../src/platform/channels/signatures.ts';
import { homes } from '../trained.ts';
import { type Call, project, type World } from './world.ts';

/** Part of every input and secret; no event, log or trace may contain it. */
export const canary = 'Kanarienvogel';

export interface Step {
  operation: string;
  /** Waits for what the step needs. */
  after?: (world: World) => Promise<unknown>;
  call: (world: World) => Call | Promise<Call>;
  /** Type of the event that it must emit, without `sibyl.`, or why it emits none. */
  tells: string | { nothing: string };
  /** Why it is not audited. */
  unaudited?: string;
}

const asks = { tells: { nothing: 'it only asks' }, unaudited: 'it only asks' };
const tries = { tells: { nothing: 'it tries a record out and changes nothing' } };
const signs = { tells: { nothing: 'who signs in changes no record; the audit has it' } };
const isKept = 'what is said to an agent or a chatbot is kept as its messages';

export const at = `/api/projects/${project}`;
const csv = { 'content-type': 'text/csv' };
const rows = `rooms,price,remark\n${Array.from({ length: 40 }, (_, index) => `${index % 5},${100 + 30 * (index % 5)},${canary} ${index}\n`).join('')}`;
const secret = `${canary} secret of a chatbot`;
const question = { messages: [{ role: 'user', content: `Where is the ${canary}?` }] };

const a2aMessage = { messageId: 'm1', role: 'ROLE_USER', parts: [{ text: canary }] };
const a2aCall = { jsonrpc: '2.0', id: 1, method: 'SendMessage', params: { message: a2aMessage } };

export const languageModel = ({ provider }: World) => ({
  provider: 'openai_compatible',
  model_name: 'some-model',
  base_url: provider.openai,
  api_key: `sk-${canary}`,
});

const trained = (name: string) => (world: World) =>
  world.until(`${at}/models/${name}`, ({ body }) => body.status === 'complete');

async function retrainAndWait({ ask, until }: World): Promise<unknown> {
  await ask('POST', `${at}/models/rent/retrain`, {});
  return until(`${at}/models/rent/challenger`, ({ body }) => body.decision === 'waiting');
}

const vectorsAre = (status: string) => (world: World) =>
  world.until(`${at}/knowledge_bases/notes`, ({ body }) => body.embedding?.status === status);

const bodyOf = (world: World, operation: string) => world.answers.get(operation)?.body;

async function exportedModel({ service, answers }: World): Promise<Uint8Array> {
  const headers = { authorization: `Bearer ${answers.get('keeper')?.body.secret}` };
  const answer = await fetch(`${await service.url}${at}/models/rent/export`, { headers });
  return new Uint8Array(await answer.arrayBuffer());
}

/** The operations that change something, in the order of their dependencies. */
export const changes: Step[] = [
  {
    operation: 'createProject',
    call: () => ({ body: { name: project, metadata: { note: canary } } }),
    tells: 'project.created',
  },
  {
    operation: 'updateProject',
    call: () => ({ path: { projectName: project }, body: { description: canary } }),
    tells: 'project.updated',
  },
  {
    operation: 'createWebhook',
    call: ({ receiver }) => ({ body: { name: 'hook', url: `${receiver.url}/${canary}` } }),
    tells: 'webhook.created',
  },
  {
    operation: 'updateWebhook',
    call: () => ({ path: { webhookName: 'hook' }, body: { types: null } }),
    tells: 'webhook.updated',
  },
  { operation: 'rotateWebhook', call: () => ({ path: { webhookName: 'hook' } }), tells: 'webhook.rotated' },
  {
    operation: 'replayDelivery',
    after: async (world) => {
      const path = `${at}/webhooks/hook/deliveries`;
      world.answers.set('delivery', await world.until(path, ({ body }) => body[0]?.status === 'delivered'));
    },
    call: (world) => ({ path: { webhookName: 'hook', deliveryId: bodyOf(world, 'delivery')[0].id } }),
    tells: { nothing: 'an event is sent once more, none is new' },
  },
  { operation: 'createKey', call: () => ({ body: { name: 'second', role: 'viewer' } }), tells: 'key.created' },
  {
    operation: 'updateKey',
    call: () => ({ path: { keyName: 'second' }, body: { role: 'editor' } }),
    tells: 'key.updated',
  },
  {
    operation: 'rotateKey',
    call: () => ({ path: { keyName: 'second' }, body: { overlap_seconds: 60 } }),
    tells: 'key.rotated',
  },
  { operation: 'createSession', call: (world) => ({ body: { key: bodyOf(world, 'rotateKey').secret } }), ...signs },
  { operation: 'deleteSession', call: () => ({}), ...signs },
  { operation: 'logIn', call: (world) => ({ body: { password: bodyOf(world, 'rotateKey').secret } }), ...signs },
  { operation: 'logInToCloud', call: (world) => ({ body: { password: bodyOf(world, 'rotateKey').secret } }), ...signs },
  { operation: 'revokeKey', call: () => ({ path: { keyName: 'second' } }), tells: 'key.revoked' },
  {
    operation: 'createTable',
    call: () => ({ query: '?name=homes', body: rows, headers: csv }),
    tells: 'table.created',
  },
  { operation: 'previewTable', call: () => ({ body: rows, headers: csv }), ...asks },
  {
    operation: 'appendRows',
    after: ({ ask }) => ask('POST', `${at}/tables?name=homes&replace=true`, rows, csv),
    call: () => ({ path: { tableName: 'homes' }, body: rows, headers: csv }),
    tells: 'table.appended',
  },
  {
    operation: 'runQuery',
    call: () => ({ body: { sql: `select '${canary}' as remark, count(*) from homes` } }),
    ...asks,
  },
  {
    operation: 'createModel',
    call: () => ({
      body: { name: 'rent', target: 'price', from: { table: 'homes' }, options: { effort: 'quick' } },
    }),
    tells: 'model.queued',
  },
  {
    operation: 'retrainModel',
    after: trained('rent'),
    call: () => ({ path: { modelName: 'rent' }, body: {} }),
    tells: 'model.queued',
  },
  {
    operation: 'updateModel',
    after: trained('rent.2'),
    call: () => ({ path: { modelName: 'rent' }, body: { active_version: 1 } }),
    tells: 'model.activated',
  },
  {
    operation: 'growModel',
    call: () => ({ path: { modelName: 'rent' }, body: { from: { table: 'homes' } } }),
    tells: 'model.queued',
  },
  {
    operation: 'importModel',
    after: trained('rent.3'),
    call: async (world) => ({
      query: '?name=copy',
      body: await exportedModel(world),
      headers: { 'content-type': 'application/octet-stream' },
    }),
    tells: 'model.activated',
  },
  {
    operation: 'predict',
    call: () => ({ path: { modelName: 'rent' }, body: [{ rooms: 2, remark: `another ${canary}` }] }),
    ...asks,
  },
  {
    operation: 'createPredictions',
    call: () => ({ path: { modelName: 'rent' }, body: { from: { table: 'homes' }, into: { table: 'predicted' } } }),
    tells: 'prediction.completed',
  },
  {
    operation: 'deletePredictions',
    call: (world) => ({ path: { modelName: 'rent', predictionId: bodyOf(world, 'createPredictions').id } }),
    tells: 'prediction.deleted',
  },
  {
    operation: 'sendTruths',
    after: ({ ask }) => ask('PUT', `${at}/models/rent`, { monitor: { id_column: 'remark' }, policy: 'ask' }),
    call: () => ({ path: { modelName: 'rent' }, body: [{ id: canary, price: 160 }] }),
    tells: { nothing: 'windows are judged when they end' },
  },
  {
    operation: 'acceptChallenger',
    after: retrainAndWait,
    call: () => ({ path: { modelName: 'rent' } }),
    tells: 'model.activated',
  },
  {
    operation: 'rejectChallenger',
    after: retrainAndWait,
    call: () => ({ path: { modelName: 'rent' } }),
    tells: 'model.updated',
  },
  {
    operation: 'cancelModelTraining',
    after: ({ ask }) =>
      ask('POST', `${at}/models`, {
        name: 'long',
        target: 'rental_price',
        from: { rows: homes },
        options: { time_budget_seconds: 300 },
      }),
    call: () => ({ path: { modelName: 'long' } }),
    tells: 'model.cancelled',
  },
  { operation: 'deleteModel', call: () => ({ path: { modelName: 'long' } }), tells: 'model.deleted' },
  {
    operation: 'createConnection',
    call: () => ({
      body: {
        name: 'shop',
        engine: 'postgresql',
        parameters: { host: '127.0.0.1', port: 1, database: 'shop', user: 'reader', password: canary },
      },
    }),
    tells: 'connection.created',
  },
  {
    operation: 'updateConnection',
    call: () => ({ path: { connectionName: 'shop' }, body: { parameters: { password: `new ${canary}` } } }),
    tells: 'connection.updated',
  },
  { operation: 'testConnection', call: () => ({ path: { connectionName: 'shop' } }), ...tries },
  { operation: 'deleteConnection', call: () => ({ path: { connectionName: 'shop' } }), tells: 'connection.deleted' },
  {
    operation: 'createKnowledgeBase',
    call: (world) => ({ body: { name: 'notes', description: canary, embedding: languageModel(world) } }),
    tells: 'knowledge_base.created',
  },
  {
    operation: 'updateKnowledgeBase',
    call: () => ({ path: { baseName: 'notes' }, body: { description: `more ${canary}` } }),
    tells: 'knowledge_base.updated',
  },
  {
    operation: 'addDocument',
    after: async ({ provider }) =>
      provider.script({ fails: { status: 400, body: { error: { message: `no, ${canary}` } } } }, { hangs: true }),
    call: () => ({ path: { baseName: 'notes' }, body: { name: 'a', content: `The ${canary} sings.` } }),
    tells: 'document.added',
  },
  {
    operation: 'embedKnowledgeBase',
    after: vectorsAre('failed'),
    call: () => ({ path: { baseName: 'notes' } }),
    tells: 'knowledge_base.updated',
  },
  { operation: 'cancelEmbedding', call: () => ({ path: { baseName: 'notes' } }), tells: 'knowledge_base.updated' },
  {
    operation: 'searchKnowledgeBase',
    call: () => ({ path: { baseName: 'notes' }, body: { query: canary, method: 'lexical' } }),
    ...asks,
  },
  { operation: 'createEmbedding', call: () => ({ body: { model: `${project}/notes`, input: canary } }), ...asks },
  {
    operation: 'deleteDocument',
    call: () => ({ path: { baseName: 'notes', documentName: 'a' } }),
    tells: 'document.deleted',
  },
  {
    operation: 'createSkill',
    call: ({ receiver }) => ({
      body: {
        name: 'caller',
        type: 'http',
        params: {
          base_url: receiver.url,
          requests: [{ name: 'look', method: 'GET', path: '/look', description: 'Looks.' }],
          headers: { 'x-secret': canary },
        },
      },
    }),
    tells: 'skill.created',
  },
  {
    operation: 'updateSkill',
    call: () => ({ path: { skillName: 'caller' }, body: { description: canary } }),
    tells: 'skill.updated',
  },
  {
    operation: 'testSkill',
    call: () => ({ path: { skillName: 'caller' }, body: { tool: 'caller__look', input: {} } }),
    ...tries,
  },
  {
    operation: 'teachSkill',
    after: ({ ask }) => ask('POST', `${at}/skills`, { name: 'reader', type: 'sql', params: { tables: ['homes'] } }),
    call: () => ({
      path: { skillName: 'reader' },
      body: { glossary: [{ term: canary, sql: `remark = '${canary}'` }] },
    }),
    tells: 'skill.updated',
  },
  {
    operation: 'createAgent',
    call: (world) => ({ body: { name: 'desk', model: languageModel(world), prompt_template: canary } }),
    tells: 'agent.created',
  },
  {
    operation: 'updateAgent',
    call: () => ({ path: { agentName: 'desk' }, body: { params: { max_steps: 3 }, published: true } }),
    tells: 'agent.updated',
  },
  {
    operation: 'restoreAgentVersion',
    call: () => ({ path: { agentName: 'desk', version: '1' } }),
    tells: 'agent.updated',
  },
  { operation: 'testAgent', call: () => ({ path: { agentName: 'desk' } }), ...tries },
  {
    operation: 'callMcp',
    call: () => ({
      body: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
      headers: { accept: 'application/json, text/event-stream' },
    }),
    ...asks,
  },
  {
    operation: 'completeAgent',
    after: async ({ provider }) => provider.script({ text: `The answer is ${canary}.` }),
    call: () => ({ path: { agentName: 'desk' }, body: question }),
    tells: 'agent.answered',
    unaudited: isKept,
  },
  {
    operation: 'streamAgent',
    call: () => ({ path: { agentName: 'desk' }, body: question }),
    tells: 'agent.answered',
    unaudited: isKept,
  },
  {
    operation: 'createChatCompletion',
    call: () => ({ body: { model: `${project}/desk`, ...question } }),
    tells: 'agent.answered',
    unaudited: isKept,
  },
  {
    operation: 'createMessage',
    call: () => ({
      body: { model: `${project}/desk`, max_tokens: 100, messages: [{ role: 'user', content: canary }] },
    }),
    tells: 'agent.answered',
    unaudited: isKept,
  },
  {
    operation: 'callA2a',
    call: () => ({ path: { agentName: 'desk' }, body: a2aCall }),
    tells: 'agent.answered',
    unaudited: isKept,
  },
  {
    operation: 'createResponse',
    call: () => ({ body: { model: `${project}/desk`, input: canary } }),
    tells: 'agent.answered',
    unaudited: isKept,
  },
  {
    operation: 'deleteResponse',
    // The conversation stays, because another answer follows.
    after: async (world) => {
      const previous_response_id = bodyOf(world, 'createResponse').id;
      await world.ask('POST', '/v1/responses', { model: `${project}/desk`, input: 'And?', previous_response_id });
    },
    call: (world) => ({ path: { responseId: bodyOf(world, 'createResponse').id } }),
    tells: 'conversation.updated',
    unaudited: isKept,
  },
  {
    operation: 'runStatement',
    call: () => ({ body: { query: 'SHOW DATABASES' } }),
    tells: { nothing: 'a statement tells what the verb behind it tells' },
  },
  {
    operation: 'rateMessage',
    call: (world) => ({
      path: { agentName: 'desk', messageId: bodyOf(world, 'completeAgent').message.trace_id },
      body: { rating: 'up', comment: canary },
    }),
    tells: 'agent.rated',
  },
  {
    operation: 'createEvaluation',
    call: () => ({
      path: { agentName: 'desk' },
      body: { name: 'trial', questions: [{ question: canary, expected: { value: canary } }] },
    }),
    tells: 'evaluation.ended',
  },
  {
    operation: 'deleteEvaluation',
    call: () => ({ path: { agentName: 'desk', evaluationName: 'trial' } }),
    tells: 'evaluation.deleted',
  },
  {
    operation: 'deleteConversation',
    call: (world) => ({ path: { agentName: 'desk', conversationId: bodyOf(world, 'completeAgent').conversation_id } }),
    tells: 'conversation.deleted',
  },
  {
    operation: 'createChatbot',
    call: ({ receiver }) => ({
      body: { name: 'bot', agent: 'desk', channel: { type: 'webhook', reply_url: `${receiver.url}/replies`, secret } },
    }),
    tells: 'chatbot.created',
  },
  {
    operation: 'putChatbot',
    call: () => ({ path: { chatbotName: 'bot' }, body: { params: { greeting: canary } } }),
    tells: 'chatbot.updated',
  },
  { operation: 'testChatbot', call: () => ({ path: { chatbotName: 'bot' } }), ...tries },
  { operation: 'startChatbot', call: () => ({ path: { chatbotName: 'bot' } }), tells: 'chatbot.started' },
  {
    operation: 'receiveFromPlatform',
    call: (world) => {
      const body = JSON.stringify({ conversation: 'c', text: `Sing, ${canary}!`, user: { id: 'u', name: canary } });
      const headers = { 'content-type': 'application/json', ...signStandard('message-1', body, secret) };
      return { path: { chatbotId: bodyOf(world, 'createChatbot').id }, body, headers };
    },
    tells: 'chatbot.message',
    unaudited: isKept,
  },
  {
    operation: 'beginChatbotInstallation',
    after: async (world) => {
      const app = { client_id: '1.2345', client_secret: canary.repeat(2), signing_secret: '0'.repeat(32) };
      const channel = { type: 'slack', mode: 'webhook', api_url: world.receiver.url, ...app };
      world.answers.set('app', await world.ask('POST', `${at}/chatbots`, { name: 'app', agent: 'desk', channel }));
    },
    call: () => ({ path: { chatbotName: 'app' } }),
    tells: { nothing: 'no workspace has installed it yet' },
  },
  {
    operation: 'removeChatbotInstallation',
    after: async (world) => {
      const { searchParams } = new URL(bodyOf(world, 'beginChatbotInstallation').url);
      const query = new URLSearchParams({ code: 'a', state: searchParams.get('state') ?? '' });
      await world.ask('GET', `/api/channels/${bodyOf(world, 'app').id}/install?${query}`, undefined, { accept: '*/*' });
    },
    call: () => ({ path: { chatbotName: 'app', tenantId: 'T1' } }),
    tells: 'chatbot.updated',
  },
  { operation: 'stopChatbot', call: () => ({ path: { chatbotName: 'bot' } }), tells: 'chatbot.stopped' },
  { operation: 'deleteChatbot', call: () => ({ path: { chatbotName: 'bot' } }), tells: 'chatbot.deleted' },
  {
    operation: 'beginVisit',
    after: async (world) => {
      const bot = { name: 'page', agent: 'desk', channel: { type: 'web' }, is_running: true };
      world.answers.set('web', await world.ask('POST', `${at}/chatbots`, bot));
      await world.until(`${at}/chatbots/page`, ({ body }) => body.status === 'running');
    },
    call: (world) => ({ path: { chatbotId: bodyOf(world, 'web').id }, body: {} }),
    tells: { nothing: 'a visitor has said nothing yet' },
    unaudited: isKept,
  },
  {
    operation: 'sayToChatbot',
    call: (world) => ({
      path: { chatbotId: bodyOf(world, 'web').id },
      body: { id: 'message-0001', text: `Sing, ${canary}!` },
      headers: { authorization: `Bearer ${bodyOf(world, 'beginVisit').token}` },
    }),
    tells: 'chatbot.message',
    unaudited: isKept,
  },
  {
    operation: 'deleteAgent',
    call: () => ({ path: { agentName: 'desk' }, query: '?force=true' }),
    tells: 'agent.deleted',
  },
  {
    operation: 'deleteAgentByPlural',
    after: ({ ask }) => ask('POST', `${at}/agents`, { name: 'other' }),
    call: () => ({ path: { agentName: 'other' } }),
    tells: 'agent.deleted',
  },
  { operation: 'deleteSkill', call: () => ({ path: { skillName: 'caller' } }), tells: 'skill.deleted' },
  { operation: 'deleteKnowledgeBase', call: () => ({ path: { baseName: 'notes' } }), tells: 'knowledge_base.deleted' },
  { operation: 'deleteTable', call: () => ({ path: { tableName: 'homes' } }), tells: 'table.deleted' },
  {
    operation: 'restoreFromTrash',
    after: async ({ ask }) => {
      for (const name of ['bot', 'desk', 'caller', 'notes', 'long'])
        await ask('POST', `${at}/trash/${name}/restore`, {});
    },
    call: () => ({ path: { entryName: 'homes' }, body: {} }),
    tells: 'table.restored',
  },
  {
    operation: 'deleteFromTrash',
    after: ({ ask }) => ask('DELETE', `${at}/tables/homes`),
    call: () => ({ path: { entryName: 'homes' } }),
    tells: { nothing: 'it was told when it went into the trash' },
  },
];

/** Steps that end everything. */
export const endings: Step[] = [
  { operation: 'deleteWebhook', call: () => ({ path: { webhookName: 'hook' } }), tells: 'webhook.deleted' },
  {
    operation: 'deleteProject',
    call: () => ({ path: { projectName: project }, query: '?cascade=true' }),
    tells: 'project.deleted',
  },
  { operation: 'restoreProject', call: () => ({ path: { entryName: project }, body: {} }), tells: 'project.restored' },
  {
    operation: 'deleteProjectForGood',
    after: ({ ask }) => ask('DELETE', `${at}?cascade=true`),
    call: () => ({ path: { entryName: project } }),
    tells: { nothing: 'it was told when it went into the trash' },
  },
];
