/** Seeds one record of every kind for a run from outside, and says how each is addressed. */
import { onTestFinished } from 'vitest';
import { startLoopbackProvider } from '../../loopback/provider.ts';
import { startLoopback } from '../../loopback.ts';
import type { ServiceProcess } from '../../service-process.ts';
import { type Step, uses } from '../../walk/steps.ts';
import { Walker } from '../../walk/walker.ts';

/** What hooks.py reads. */
export interface Seeded {
  url: string;
  key: string;
  /** Value of each path parameter. */
  path: Record<string, string>;
  /** Other values for operations that would spoil what others read. */
  pathOf: Record<string, Record<string, string>>;
}

type Body = Awaited<ReturnType<ServiceProcess['call']>>['body'];

/** Steps of the walk that end what is read here. */
const leftOut = new Set([
  'deletePredictions',
  'deleteConversation',
  'deleteEvaluation',
  'stopChatbot',
  'deleteSession',
]);

/** What Slack answers when an app is installed. */
const slack = JSON.stringify({ ok: true, access_token: 'xoxb-1', bot_user_id: 'U1', team: { id: 'T1', name: 'Acme' } });

export async function seed(service: ServiceProcess): Promise<Seeded> {
  const [provider, receiver] = await Promise.all([
    startLoopbackProvider({ text: 'Answered.' }),
    startLoopback((_request, response) => response.writeHead(200).end(slack)),
  ]);
  onTestFinished(async () => void (await Promise.all([provider.stop(), receiver.stop()])));
  const url = await service.url;
  const walker = new Walker(url, { receiver: receiver.url });
  const answers = new Map<string, Body>();
  const take = async (step: Step) => {
    const { answer } = await walker.take(step);
    answers.set(step.operation, answer as Body);
    return answer as Body;
  };
  for (const step of uses.filter(({ operation }) => !leftOut.has(operation))) await take(step);
  const create = (kind: string, body: object) =>
    take({ operation: kind, method: 'POST', path: `/api/projects/default/${kind}`, body });
  const { secret: key } = await take({
    operation: 'ownKey',
    method: 'POST',
    path: '/api/keys',
    body: { name: 'fuzzer', role: 'admin' },
  });
  const embedding = { provider: 'openai_compatible', model_name: 'any', base_url: provider.openai, api_key: 'sk-1' };
  await create('knowledge_bases', { name: 'vectors', embedding });
  await create('knowledge_bases', { name: 'spare' });
  await create('webhooks', { name: 'spare', url: receiver.url, types: ['sibyl.skill.*'] });
  await create('chatbots', { name: 'spare', agent: 'assistant', channel: { type: 'web' } });
  const app = {
    type: 'slack',
    mode: 'webhook',
    api_url: receiver.url,
    client_id: '1.2345',
    client_secret: 'a'.repeat(32),
  };
  await create('chatbots', { name: 'app', agent: 'assistant', channel: { ...app, signing_secret: '0'.repeat(32) } });
  return {
    url,
    key,
    path: {
      projectName: 'default',
      keyName: 'web-shop',
      tableName: 'home_rentals',
      connectionName: 'shop',
      modelName: 'home_rentals_model',
      predictionId: answers.get('createPredictions')?.id,
      webhookName: 'trained',
      deliveryId: answers.get('listDeliveries')?.[0].id,
      baseName: 'handbook',
      documentName: 'pets.md',
      agentName: 'assistant',
      skillName: 'rentals',
      evaluationName: 'first',
      chatbotName: 'shop_help',
      chatbotId: answers.get('createChatbot')?.id,
      conversationId: answers.get('completeAgent')?.conversation_id,
      messageId: answers.get('completeAgent')?.message.trace_id,
      version: '1',
      code: 'name_taken',
      model: 'default/assistant',
      tenantId: 'T1',
    },
    pathOf: {
      updateProject: { projectName: answers.get('createProject')?.id },
      appendRows: { tableName: 'homes' },
      updateConnection: { connectionName: answers.get('createConnection')?.id },
      updateModel: { modelName: 'rent' },
      retrainModel: { modelName: 'rent' },
      growModel: { modelName: 'rent' },
      exportModel: { modelName: 'rent' },
      updateWebhook: { webhookName: 'spare' },
      rotateWebhook: { webhookName: 'spare' },
      updateKnowledgeBase: { baseName: 'spare' },
      embedKnowledgeBase: { baseName: 'vectors' },
      cancelEmbedding: { baseName: 'vectors' },
      updateAgent: { agentName: answers.get('createAgent')?.id },
      restoreAgentVersion: { agentName: answers.get('createAgent')?.id },
      testAgent: { agentName: 'assistant' },
      updateSkill: { skillName: answers.get('createSkill')?.id },
      putChatbot: { chatbotName: 'spare' },
      startChatbot: { chatbotName: 'spare' },
      stopChatbot: { chatbotName: 'spare' },
      beginChatbotInstallation: { chatbotName: 'app' },
      listChatbotInstallations: { chatbotName: 'app' },
      listConversationMessages: { conversationId: answers.get('listChatbotConversations')?.[0].id },
    },
  };
}
