import { Type } from 'typebox';
import type { App } from '../../../http/reply/app.ts';
import { documented, keyFaults, problems } from '../../../http/reply/schemas.ts';
import { contextOf } from '../../../http/request/caller.ts';
import { addressOf } from '../../../http/resource/address.ts';
import type { ChatbotServices } from '../context.ts';
import { chatbotPath } from '../schemas.ts';
import { installationBegun, installationPath, installationRecord } from './schemas.ts';
import { beginInstallation, finishInstallation, listInstallations, removeInstallation } from './service.ts';

const tags = ['Chatbots'];
const path = '/api/projects/:projectName/chatbots/:chatbotName/installations';
const missing = ['project_not_found', 'chatbot_not_found'] as const;

/** Adds the routes of apps that several workspaces install. */
export function addInstallationRoutes(app: App, services: ChatbotServices): void {
  app.post(
    path,
    {
      schema: {
        tags,
        operationId: 'beginChatbotInstallation',
        summary: 'Make a link by which a workspace installs the chatbot',
        description: 'For a Slack app with `client_id`, or a Teams bot with `tenants: installed`.',
        params: chatbotPath,
        response: { 201: installationBegun, ...problems(...keyFaults, ...missing, 'wrong_state') },
      },
      config: { action: 'chatbots.install', idempotent: true, emptyBody: true },
    },
    async (request, reply) =>
      reply.code(201).send(await beginInstallation(contextOf(request, services), addressOf(request.params))),
  );
  app.get(
    path,
    {
      schema: {
        tags,
        operationId: 'listChatbotInstallations',
        summary: 'List the workspaces that installed the chatbot',
        description: 'Each with the workspace or tenant that the chatbot was installed in.',
        params: chatbotPath,
        response: { 200: Type.Array(installationRecord), ...problems(...missing) },
      },
      config: { action: 'chatbots.read' },
    },
    async (request) => listInstallations(contextOf(request, services), addressOf(request.params)),
  );
  app.delete(
    `${path}/:tenantId`,
    {
      schema: {
        tags,
        operationId: 'removeChatbotInstallation',
        summary: 'Forget a workspace and its token',
        description: 'The chatbot answers no longer in that workspace or tenant.',
        params: installationPath,
        response: { 204: Type.Null(), ...problems(...missing, 'connection_not_found') },
      },
      config: { action: 'chatbots.install' },
    },
    async (request, reply) => {
      await removeInstallation(contextOf(request, services), addressOf(request.params));
      return reply.code(204).send(null);
    },
  );
  addReturnRoute(app, services);
}

function addReturnRoute(app: App, services: ChatbotServices): void {
  const text = { content: { 'text/plain': { schema: Type.String() } } };
  app.get(
    '/api/channels/:chatbotId/install',
    {
      schema: {
        tags: ['Channels'],
        operationId: 'finishChatbotInstallation',
        summary: 'Where a platform sends the browser back to after an installation',
        description:
          'The platform sends the administrator here after the consent; the address holds for one installation.',
        params: Type.Object({
          chatbotId: Type.String({ minLength: 1, maxLength: 140, description: 'ID of the chatbot.' }),
        }),
        querystring: Type.Object({}, { additionalProperties: true }),
        response: {
          200: documented({ description: 'It is installed.', ...text }),
          ...problems('invalid_input', 'invalid_signature', 'chatbot_not_found', 'wrong_state'),
        },
      },
      config: { action: 'channels.install', answers: ['text/plain'] },
    },
    async (request, reply) => {
      const query = request.query as Record<string, unknown>;
      const { name, tenant } = await finishInstallation(services, request.params.chatbotId, query);
      return reply.type('text/plain; charset=utf-8').send(`Installed in ${name || tenant}. You can close this page.\n`);
    },
  );
}
