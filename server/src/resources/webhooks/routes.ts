import { Type } from 'typebox';
import { requireFresh, sendRecord } from '../../http/reply/etags.ts';
import { bodyFaults, emptyAnswer, keyFaults, problems, projectPath } from '../../http/reply/schemas.ts';
import { contextOf } from '../../http/request/caller.ts';
import { listingOf, listQuery, sendPage } from '../../http/request/listing.ts';
import { unwrapBody } from '../../http/request/unwrap-body.ts';
import type { App } from '../../http/server.ts';
import type { WebhookServices } from './context.ts';
import { addDeliveryRoutes } from './delivery-routes.ts';
import {
  webhookChange,
  webhookCreation,
  webhookPath,
  webhookRecord,
  webhookRotation,
  webhookWithSecret,
} from './schemas.ts';
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  getWebhook,
  listWebhooks,
  rotateWebhook,
  type WebhookAddress,
} from './service.ts';

const tags = ['Webhooks'];
const all = '/api/projects/:projectName/webhooks';
const one = `${all}/:webhookName`;
const preValidation = unwrapBody('webhook');
const missing = ['project_not_found', 'webhook_not_found'] as const;

function addressOf({ projectName, webhookName }: { projectName: string; webhookName: string }): WebhookAddress {
  return { project: projectName, webhook: webhookName };
}

export function addWebhookRoutes(app: App, services: WebhookServices): void {
  app.post(
    all,
    {
      schema: {
        tags,
        operationId: 'createWebhook',
        summary: 'Create a webhook',
        description:
          'Events from now on are sent to it, at least once, signed with the secret that is shown this once.',
        params: projectPath,
        body: webhookCreation,
        response: {
          201: webhookWithSecret,
          ...problems(
            ...keyFaults,
            ...bodyFaults,
            'project_not_found',
            'name_taken',
            'address_not_allowed',
            'too_many_webhooks',
          ),
        },
      },
      config: { action: 'webhooks.create', idempotent: true, answersSecret: true },
      preValidation,
    },
    async (request, reply) => {
      const { projectName } = request.params;
      const record = await createWebhook(contextOf(request, services), projectName, request.body);
      const location = `/api/projects/${record.project}/webhooks/${record.name}`;
      return reply.code(201).header('location', location).header('cache-control', 'no-store').send(record);
    },
  );

  app.get(
    all,
    {
      schema: {
        tags,
        operationId: 'listWebhooks',
        summary: 'List webhooks',
        params: projectPath,
        querystring: listQuery,
        response: { 200: Type.Array(webhookRecord), ...problems('invalid_input', 'project_not_found') },
      },
      config: { action: 'webhooks.list' },
    },
    async (request, reply) => {
      const { params, query } = request;
      return sendPage(
        request,
        reply,
        await listWebhooks(contextOf(request, services), params.projectName, listingOf(query)),
      );
    },
  );

  app.get(
    one,
    {
      schema: {
        tags,
        operationId: 'getWebhook',
        summary: 'Read a webhook',
        params: webhookPath,
        response: { 200: webhookRecord, ...problems(...missing) },
      },
      config: { action: 'webhooks.read' },
    },
    async (request, reply) =>
      sendRecord(request, reply, await getWebhook(contextOf(request, services), addressOf(request.params))),
  );

  app.put(
    one,
    {
      schema: {
        tags,
        operationId: 'updateWebhook',
        summary: 'Change a webhook',
        description: 'Switched on again, it sends what waited and what happened meanwhile.',
        params: webhookPath,
        body: webhookChange,
        response: {
          200: webhookRecord,
          ...problems(...bodyFaults, ...missing, 'name_taken', 'address_not_allowed', 'stale_record'),
        },
      },
      config: { action: 'webhooks.update' },
      preValidation,
    },
    async (request, reply) => {
      const check = (current: object) => requireFresh(request, current);
      const address = addressOf(request.params);
      return sendRecord(
        request,
        reply,
        await changeWebhook(contextOf(request, services), address, request.body, check),
      );
    },
  );

  app.delete(
    one,
    {
      schema: {
        tags,
        operationId: 'deleteWebhook',
        summary: 'Delete a webhook',
        params: webhookPath,
        response: { 204: emptyAnswer, ...problems(...missing, 'stale_record') },
      },
      config: { action: 'webhooks.delete' },
    },
    async (request, reply) => {
      const check = (current: object) => requireFresh(request, current);
      await deleteWebhook(contextOf(request, services), addressOf(request.params), check);
      return reply.code(204).send(null);
    },
  );

  app.post(
    `${one}/rotate`,
    {
      schema: {
        tags,
        operationId: 'rotateWebhook',
        summary: 'Give a webhook a new secret',
        description: 'The new secret is shown this once; the one of before signs as well for `overlap_seconds` more.',
        params: webhookPath,
        body: webhookRotation,
        response: { 200: webhookWithSecret, ...problems(...keyFaults, ...bodyFaults, ...missing, 'stale_record') },
      },
      config: { action: 'webhooks.rotate', idempotent: true, answersSecret: true, emptyBody: true },
    },
    async (request, reply) => {
      const overlap = request.body?.overlap_seconds ?? 0;
      const record = await rotateWebhook(contextOf(request, services), addressOf(request.params), overlap);
      return reply.header('cache-control', 'no-store').send(record);
    },
  );
  addDeliveryRoutes(app, services);
}
