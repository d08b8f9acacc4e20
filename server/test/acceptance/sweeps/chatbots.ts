/** Requests of the sweep for chatbots: operation, method, path, what is sent, the status promised. */
const json = { 'content-type': 'application/json' };
const bots = '/projects/swept/chatbots';
const send = (body: object) => ({ headers: json, body: JSON.stringify(body) });
const settings = { agent: 'clerk', channel: { type: 'web' } };
const message = { id: 'message-1', text: 'hello' };

export const chatbotSweep: [string, string, string, { headers?: Record<string, string>; body?: string }, number][] = [
  ['createAgent', 'POST', '/projects/swept/agents', send({ name: 'clerk' }), 201],
  ['createChatbot', 'POST', bots, send({ name: 'bot', ...settings }), 201],
  ['createChatbot', 'POST', bots, send({ name: 'bot', ...settings }), 409],
  ['createChatbot', 'POST', bots, send({ name: 'other', ...settings, agent: 'none' }), 404],
  ['createChatbot', 'POST', bots, send({ name: 'other', ...settings, channel: { type: 'slack' } }), 400],
  ['listChatbots', 'GET', bots, {}, 200],
  ['getChatbot', 'GET', `${bots}/bot`, {}, 200],
  ['getChatbot', 'GET', `${bots}/none`, {}, 404],
  ['putChatbot', 'PUT', `${bots}/bot`, send({ params: { memory: 5 } }), 200],
  ['putChatbot', 'PUT', `${bots}/second`, send(settings), 201],
  ['putChatbot', 'PUT', `${bots}/bot`, send({ params: { memory: -5 } }), 400],
  ['startChatbot', 'POST', `${bots}/bot/start`, {}, 200],
  ['testChatbot', 'POST', `${bots}/bot/test`, {}, 200],
  ['stopChatbot', 'POST', `${bots}/bot/stop`, {}, 200],
  ['beginChatbotInstallation', 'POST', `${bots}/bot/installations`, {}, 409],
  ['listChatbotInstallations', 'GET', `${bots}/bot/installations`, {}, 200],
  ['removeChatbotInstallation', 'DELETE', `${bots}/bot/installations/T1`, {}, 404],
  ['finishChatbotInstallation', 'GET', '/api/channels/none/install?state=x&code=y', {}, 404],
  ['listChatbotConversations', 'GET', `${bots}/bot/conversations`, {}, 200],
  ['listConversationMessages', 'GET', `${bots}/bot/conversations/none/messages`, {}, 404],
  ['listChatbotMessages', 'GET', `${bots}/bot/messages?limit=2`, {}, 200],
  ['receiveFromPlatform', 'POST', '/api/channels/none/webhook', send({}), 404],
  ['verifyWebhook', 'GET', '/api/channels/none/webhook', {}, 404],
  ['getWidget', 'GET', '/api/channels/none/widget.js', {}, 404],
  ['beginVisit', 'POST', '/api/channels/none/visits', send({}), 404],
  ['sayToChatbot', 'POST', '/api/channels/none/messages', send(message), 404],
  ['sayToChatbot', 'POST', '/api/channels/none/messages', send({ ...message, id: '?' }), 400],
  ['streamConversation', 'GET', '/api/channels/none/stream', {}, 404],
  ['deleteAgent', 'DELETE', '/projects/swept/agent/clerk', {}, 409],
  ['deleteChatbot', 'DELETE', `${bots}/second`, {}, 204],
  ['deleteAgent', 'DELETE', '/projects/swept/agent/clerk?force=true', {}, 204],
];
