/**
 * Uses every operation in an order that works on a first start: examples are recorded from it, and fuzzers start from
 * it.
 */
export interface Step {
  operation: string;
  method: string;
  /** `{operation.field}` stands for a field of an earlier response. */
  path: string;
  body?: unknown;
  /** For a body that is not JSON. */
  type?: string;
  accept?: string;
  /** Repeated until the response contains this, such as `status: complete`. */
  until?: Record<string, unknown>;
}

const project = '/api/projects/default';
const model = `${project}/models/home_rentals_model`;
const rent = `${project}/models/rent`;
const base = `${project}/knowledge_bases/handbook`;
const agent = `${project}/agents/assistant`;
const bot = `${project}/chatbots/shop_help`;
const channel = '/api/channels/{createChatbot.id}';

function step(operation: string, request: string, body?: unknown, rest: Partial<Step> = {}): Step {
  const [method, path] = request.split(' ', 2);
  return { operation, method, path, ...(body === undefined ? {} : { body }), ...rest };
}

const csv = { type: 'text/csv' };
const homes = `sqft,location,rental_price\n${Array.from({ length: 40 }, (_, row) => `${500 + 20 * row},${row % 3 ? 'good' : 'great'},${1500 + 52 * row + (row % 7) * 9}`).join('\n')}\n`;

const service: Step[] = [
  step('getLiveness', 'GET /health/live'),
  step('getReadiness', 'GET /health/ready'),
  step('getMetrics', 'GET /metrics'),
  step('listErrorCodes', 'GET /errors'),
  step('getErrorCode', 'GET /errors/name_taken'),
  step('getStatus', 'GET /api/status'),
  step('logIn', 'POST /api/login', { password: null }),
  step('logInToCloud', 'POST /cloud/login', { email: 'a@example.com', password: null }),
];

const tables: Step[] = [
  step('createProject', 'POST /api/projects', { name: 'pricing', description: 'Prices of homes' }),
  step('listProjects', 'GET /api/projects?limit=2'),
  step('getProject', `GET ${project}`),
  step('updateProject', 'PUT /api/projects/pricing', { metadata: { team: 'homes' } }),
  step('createTable', `POST ${project}/tables?name=homes`, homes, csv),
  step('previewTable', `POST ${project}/tables/preview?rows=2`, homes, csv),
  step('listTables', `GET ${project}/tables`),
  step('getTable', `GET ${project}/tables/home_rentals`),
  step('listRows', `GET ${project}/tables/home_rentals/rows?limit=2`),
  step('profileTable', `GET ${project}/tables/home_rentals/profile`),
  step('correlateTable', `GET ${project}/tables/home_rentals/correlations`),
  step('findDuplicates', `GET ${project}/tables/home_rentals/duplicates`),
  step('hintAtTarget', `GET ${project}/tables/home_rentals/hints?target=rental_price`),
  step('appendRows', `POST ${project}/tables/homes/rows`, [{ sqft: 700, location: 'good', rental_price: 2050 }]),
  step('runQuery', `POST ${project}/query`, {
    sql: 'select neighborhood, avg(rental_price) as rent from home_rentals group by 1 order by 2 desc limit 2',
  }),
  step('createConnection', `POST ${project}/connections`, {
    name: 'shop',
    engine: 'postgresql',
    parameters: { host: '127.0.0.1', port: 5432, database: 'shop', user: 'reader', password: 'secret', ssl: 'disable' },
  }),
  step('listConnections', `GET ${project}/connections`),
  step('getConnection', `GET ${project}/connections/shop`),
  step('updateConnection', `PUT ${project}/connections/shop`, { parameters: { schemas: ['sales'] } }),
  step('testConnection', `POST ${project}/connections/shop/test`),
];

const models: Step[] = [
  step('createModel', `POST ${project}/models`, {
    name: 'rent',
    target: 'rental_price',
    from: { table: 'homes' },
    options: { effort: 'quick' },
  }),
  step('watchModel', `GET ${project}/models/rent/events`),
  step('listModels', `GET ${project}/models`),
  step('getModel', `GET ${model}`, undefined, { until: { status: 'complete' } }),
  step('listModelVersions', `GET ${project}/models/rent/versions`),
  step('predict', `POST ${model}/predict`, [{ sqft: '823', location: 'good' }]),
  step('predict', `POST ${model}/predict`, 'sqft,location\n823,good\n', csv),
  step('predict', `POST ${model}/predict`, [{ sqft: 823 }], { accept: 'application/x-ndjson' }),
  step('describe', `GET ${model}/describe`),
  step('getModelBackground', `GET ${model}/background`),
  step('getModelReport', `GET ${model}/report`, undefined, { accept: 'application/json' }),
  step('createPredictions', `POST ${model}/predictions`, {
    from: { sql: 'select sqft, location from home_rentals limit 5' },
  }),
  step('getPredictions', `GET ${model}/predictions/{createPredictions.id}`, undefined, {
    until: { status: 'complete' },
  }),
  step('listPredictions', `GET ${model}/predictions`),
  step('downloadPredictions', `GET ${model}/predictions/{createPredictions.id}/download?format=csv`),
  step('deletePredictions', `DELETE ${model}/predictions/{createPredictions.id}`),
  step('exportModel', `GET ${project}/models/rent/export`),
  step('importModel', `POST ${project}/models/import?name=rent_again`, '{exportModel}', {
    type: 'application/octet-stream',
  }),
  step('updateModel', `PUT ${rent}`, { monitor: { window: 'hour' }, policy: 'ask' }),
  step('predict', `POST ${rent}/predict`, [{ sqft: '823', location: 'good', __service_row_id: 'home-1' }]),
  step('sendTruths', `POST ${rent}/truths`, [{ id: 'home-1', rental_price: 2900 }]),
  step('getModelMonitoring', `GET ${rent}/monitor`),
  step('getModelErrors', `GET ${rent}/monitor/errors`),
  step('getModelSample', `GET ${rent}/monitor/sample`),
  ...['accept', 'reject'].flatMap((verdict) => [
    step('retrainModel', `POST ${rent}/retrain`, { options: { effort: 'quick' } }),
    step('getModel', `GET ${rent}`, undefined, { until: { status: 'complete' } }),
    step('getChallenger', `GET ${rent}/challenger`),
    step(`${verdict}Challenger`, `POST ${rent}/challenger/${verdict}`),
  ]),
  step('retrainModel', `POST ${project}/models/rent/retrain`, { options: { seed: 7 } }),
  step('cancelModelTraining', `POST ${project}/models/rent/cancel`),
  step('updateModel', `PUT ${project}/models/rent`, { active_version: 1 }),
  step('compareModels', `GET ${project}/models/rent/comparison?with=@2`),
  step('growModel', `POST ${rent}/update`, { from: { table: 'home_rentals' } }),
  step('getModel', `GET ${rent}`, undefined, { until: { status: 'complete' } }),
];

const knowledge: Step[] = [
  step('createKnowledgeBase', `POST ${project}/knowledge_bases`, { name: 'handbook', description: 'What we know' }),
  step('listKnowledgeBases', `GET ${project}/knowledge_bases`),
  step('getKnowledgeBase', `GET ${base}`),
  step('updateKnowledgeBase', `PUT ${base}`, { metadata: { owner: 'desk' } }),
  step('addDocument', `POST ${base}/documents`, {
    name: 'pets.md',
    content: '# Pets\n\nCats are allowed, dogs up to 25 kg.',
    metadata: { topic: 'leases' },
  }),
  step('listDocuments', `GET ${base}/documents`),
  step('getDocument', `GET ${base}/documents/pets.md`),
  step('getDocumentText', `GET ${base}/documents/pets.md/text`),
  step('searchKnowledgeBase', `POST ${base}/search`, { query: 'which dogs are allowed?', limit: 1 }),
];

const question = { messages: [{ question: 'How many homes are there?' }] };
const evaluation = {
  questions: [{ question: 'How many homes are in home_rentals?', expected: { value: 5037 } }],
};

const agents: Step[] = [
  step('createSkill', `POST ${project}/skills`, { name: 'rentals', type: 'sql', params: { tables: ['homes'] } }),
  step('listSkills', `GET ${project}/skills?limit=1`),
  step('getSkill', `GET ${project}/skills/rentals`),
  step('updateSkill', `PUT ${project}/skills/rentals`, { description: 'Homes that were rented out.' }),
  step('testSkill', `POST ${project}/skills/rentals/test`, { input: { sql: 'select count(*) as homes from homes' } }),
  step('teachSkill', `POST ${project}/skills/rentals/glossary`, {
    glossary: [{ term: 'rent per square foot', sql: 'avg(1.0 * rental_price / sqft)', unit: '$' }],
  }),
  step('exportGlossary', `GET ${project}/skills/rentals/glossary?format=dbt`),
  step('createAgent', `POST ${project}/agents`, { name: 'rental_desk', skills: ['rentals'] }),
  step('listAgents', `GET ${project}/agents?name=rental_desk`),
  step('getAgent', `GET ${agent}`),
  step('updateAgent', `PUT ${project}/agents/rental_desk`, { description: 'Answers who looks for a home.' }),
  step('listAgentVersions', `GET ${project}/agents/rental_desk/versions`),
  step('restoreAgentVersion', `POST ${project}/agents/rental_desk/versions/1/restore`),
  step('testAgent', `POST ${project}/agents/rental_desk/test`),
  step('completeAgent', `POST ${agent}/completions`, question),
  step('streamAgent', `POST ${agent}/completions/stream`, question),
  step('listConversations', `GET ${agent}/conversations?limit=1`),
  step('getConversation', `GET ${agent}/conversations/{completeAgent.conversation_id}`),
  step('rateMessage', `POST ${agent}/messages/{completeAgent.message.trace_id}/feedback`, { rating: 'up' }),
  step('createEvaluation', `POST ${agent}/evaluations`, { name: 'first', ...evaluation }),
  step('createEvaluation', `POST ${agent}/evaluations`, { name: 'second', ...evaluation }),
  step('listEvaluations', `GET ${agent}/evaluations?limit=1`),
  step('getEvaluation', `GET ${agent}/evaluations/first`, undefined, { until: { status: 'complete' } }),
  step('getEvaluation', `GET ${agent}/evaluations/second`, undefined, { until: { status: 'complete' } }),
  step('compareEvaluations', `GET ${agent}/evaluations/first/comparison?with=second`),
  step('deleteEvaluation', `DELETE ${agent}/evaluations/second`),
  step('createChatCompletion', 'POST /v1/chat/completions', {
    model: 'default/assistant',
    messages: [{ role: 'user', content: 'How many homes are there?' }],
  }),
  step('listChatModels', 'GET /v1/models'),
  step('getChatModel', 'GET /v1/models/default%2Fassistant'),
  step('createResponse', 'POST /v1/responses', { model: 'default/assistant', input: 'How many homes are there?' }),
  step('getResponse', 'GET /v1/responses/{createResponse.id}'),
  step('listResponseInputItems', 'GET /v1/responses/{createResponse.id}/input_items'),
  step('deleteResponse', 'DELETE /v1/responses/{createResponse.id}'),
  step('createMessage', 'POST /v1/messages', {
    model: 'default/assistant',
    max_tokens: 1024,
    messages: [{ role: 'user', content: 'How many homes are there?' }],
  }),
  step('updateAgent', `PUT ${project}/agents/rental_desk`, { published: true }),
  step('findAgentCard', 'GET /.well-known/agent-card.json'),
  step('readAgentCard', 'GET /a2a/default/rental_desk/.well-known/agent-card.json'),
  step('callA2a', 'POST /a2a/default/rental_desk', {
    jsonrpc: '2.0',
    id: 1,
    method: 'SendMessage',
    params: { message: { messageId: 'm1', role: 'ROLE_USER', parts: [{ text: 'How many homes are there?' }] } },
  }),
  step('readSpending', `GET ${project}/spending`),
  step(
    'callMcp',
    'POST /mcp',
    { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'list_projects', arguments: {} } },
    { accept: 'application/json, text/event-stream' },
  ),
  step('runStatement', 'POST /api/sql/query', {
    query: 'SELECT rental_price FROM home_rentals_model WHERE sqft = 823',
  }),
  step('listTree', 'GET /api/tree'),
  step('listTreeOfProject', 'GET /api/tree/default'),
  step('deleteConversation', `DELETE ${agent}/conversations/{completeAgent.conversation_id}`),
];

const said = { id: 'b7c1a0f2-0001', text: 'When do you open?' };

const chatbots: Step[] = [
  step('createChatbot', `POST ${project}/chatbots`, {
    name: 'shop_help',
    agent: 'assistant',
    channel: { type: 'web' },
  }),
  step('listChatbots', `GET ${project}/chatbots`),
  step('putChatbot', `PUT ${bot}`, { params: { greeting: 'Hello!' } }),
  step('startChatbot', `POST ${bot}/start`),
  step('getChatbot', `GET ${bot}`, undefined, { until: { status: 'running' } }),
  step('testChatbot', `POST ${bot}/test`),
  step('getWidget', `GET ${channel}/widget.js`),
  step('beginVisit', `POST ${channel}/visits`, {}),
  step('sayToChatbot', `POST ${channel}/messages`, said, { type: 'visitor' }),
  step('listChatbotMessages', `GET ${bot}/messages?limit=1`),
  step('listChatbotConversations', `GET ${bot}/conversations?limit=1`),
  step('listConversationMessages', `GET ${bot}/conversations/{listChatbotConversations.0.id}/messages?limit=1`),
  step('stopChatbot', `POST ${bot}/stop`),
];

const others: Step[] = [
  step('createWebhook', `POST ${project}/webhooks`, {
    name: 'trained',
    url: '{receiver}',
    types: ['sibyl.skill.*'],
  }),
  step('listWebhooks', `GET ${project}/webhooks`),
  step('getWebhook', `GET ${project}/webhooks/trained`),
  step('updateWebhook', `PUT ${project}/webhooks/trained`, { types: ['sibyl.model.*', 'sibyl.skill.*'] }),
  step('rotateWebhook', `POST ${project}/webhooks/trained/rotate`),
  step('updateSkill', `PUT ${project}/skills/rentals`, { description: 'Homes with size, place and price.' }),
  step('listDeliveries', `GET ${project}/webhooks/trained/deliveries?limit=1`, undefined, {
    until: { '0.status': 'delivered' },
  }),
  step('replayDelivery', `POST ${project}/webhooks/trained/deliveries/{listDeliveries.0.id}/replay`),
  step('listJobs', `GET ${project}/jobs?limit=2`),
  step('listEvents', `GET ${project}/events?limit=2`),
  step('createKey', 'POST /api/keys', { name: 'admin', role: 'admin' }),
  step('createKey', 'POST /api/keys', { name: 'web-shop', role: 'predictor', projects: ['default'] }),
  step('describeProtectedResource', 'GET /.well-known/oauth-protected-resource'),
  step('listKeys', 'GET /api/keys'),
  step('getKey', 'GET /api/keys/web-shop'),
  step('updateKey', 'PUT /api/keys/web-shop', { requests_per_second: 50 }),
  step('rotateKey', 'POST /api/keys/web-shop/rotate', { overlap_seconds: 60 }),
  step('createSession', 'POST /api/session', { key: '{admin}' }),
  step('getSession', 'GET /api/session'),
  step('deleteSession', 'DELETE /api/session'),
  step('listServiceEvents', 'GET /api/events?limit=2'),
  step('listAudit', 'GET /api/audit?limit=2'),
  step('listAudit', 'GET /api/audit?action=keys.create', undefined, { accept: 'application/x-ndjson' }),
];

/** The steps without the final deletions. */
export const uses: readonly Step[] = [
  ...service,
  ...tables,
  ...models,
  ...knowledge,
  ...agents,
  ...chatbots,
  ...others,
];

export const deletions: readonly Step[] = [
  step('getTableUses', `GET ${project}/tables/homes/uses`),
  step('getModelUses', `GET ${project}/models/rent_again/uses`),
  step('getKnowledgeBaseUses', `GET ${base}/uses`),
  step('getSkillUses', `GET ${project}/skills/rentals/uses`),
  step('getAgentUses', `GET ${project}/agents/rental_desk/uses`),
  step('revokeKey', 'DELETE /api/keys/web-shop'),
  step('deleteWebhook', `DELETE ${project}/webhooks/trained`),
  step('deleteChatbot', `DELETE ${bot}`),
  step('deleteAgent', `DELETE ${project}/agent/rental_desk`),
  step('createAgent', `POST ${project}/agents`, { name: 'rental_desk' }),
  step('deleteAgentByPlural', `DELETE ${project}/agents/rental_desk`),
  step('deleteSkill', `DELETE ${project}/skills/rentals`),
  step('deleteDocument', `DELETE ${base}/documents/pets.md`),
  step('deleteKnowledgeBase', `DELETE ${base}`),
  step('deleteModel', `DELETE ${project}/models/rent_again`),
  step('deleteConnection', `DELETE ${project}/connections/shop`),
  step('deleteTable', `DELETE ${project}/tables/homes`),
  step('listTrash', `GET ${project}/trash`),
  step('restoreFromTrash', `POST ${project}/trash/homes/restore`, { name: 'homes_again' }),
  step('deleteFromTrash', `DELETE ${project}/trash/rent_again`),
  step('deleteProject', 'DELETE /api/projects/pricing'),
  step('listDeletedProjects', 'GET /api/trash'),
  step('restoreProject', 'POST /api/trash/pricing/restore', {}),
  step('deleteProject', 'DELETE /api/projects/pricing'),
  step('deleteProjectForGood', 'DELETE /api/trash/pricing'),
];
