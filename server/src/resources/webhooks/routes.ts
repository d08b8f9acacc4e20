import type { App } from '../../http/reply/app.ts';
import { bodyFaults, keyFaults, problems } from '../../http/reply/schemas.ts';
import { contextOf } from '../../http/request/caller.ts';
import { addResource } from '../../http/resource/add-resource.ts';
import { addressOf } from '../../http/resource/address.ts';
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
import { changeWebhook, createWebhook, deleteWebhook, getWebhook, listWebhooks, rotateWebhook } from './service.ts';

const path = '/api/projects/:projectName/webhooks/:webhookName';

export function addWebhookRoutes(app: App, services: WebhookServices): void {
  addResource(app, services, {
    name: 'webhook',
    tag: 'Webhooks',
    path,
    params: webhookPath,
    record: webhookRecord,
    list: { verb: (ctx, { project }, listing) => listWebhooks(ctx, project, listing) },
    create: {
      description: 'It receives events from now on, at least once, signed with the secret that is shown only once.',
      body: webhookCreation,
      secretAnswer: webhookWithSecret,
      faults: ['address_not_allowed'],
      verb: (ctx, { project }, body) => createWebhook(ctx, project, body),
    },
    read: { verb: getWebhook },
    update: {
      description: 'When enabled again, it sends waiting deliveries and all events since.',
      body: webhookChange,
      faults: ['address_not_allowed'],
      verb: changeWebhook,
    },
    delete: { verb: deleteWebhook },
  });

  app.post(
    `${path}/rotate`,
    {
      schema: {
        tags: ['Webhooks'],
        operationId: 'rotateWebhook',
        summary: 'Give a webhook a new secret',
        description: 'The new secret is shown only once; the previous one also signs for `overlap_seconds`.',
        params: webhookPath,
        body: webhookRotation,
        response: {
          200: webhookWithSecret,
          ...problems(...keyFaults, ...bodyFaults, 'project_not_found', 'webhook_not_found', 'stale_record'),
        },
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
