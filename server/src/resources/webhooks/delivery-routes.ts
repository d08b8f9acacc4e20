import { Type } from 'typebox';
import type { App } from '../../http/reply/app.ts';
import { keyFaults, problems } from '../../http/reply/schemas.ts';
import { contextOf } from '../../http/request/caller.ts';
import { linkNext } from '../../http/request/listing.ts';
import { addressOf } from '../../http/resource/address.ts';
import type { WebhookServices } from './context.ts';
import { deliveryPath, deliveryQuery, deliveryRecord, webhookPath } from './schemas.ts';
import { listDeliveries, replayDelivery } from './service.ts';

const tags = ['Webhooks'];
const deliveries = '/api/projects/:projectName/webhooks/:webhookName/deliveries';
const missing = ['project_not_found', 'webhook_not_found'] as const;

/** Adds the routes of deliveries: the results of sending events. */
export function addDeliveryRoutes(app: App, services: Pick<WebhookServices, 'database' | 'webhooks'>): void {
  app.get(
    deliveries,
    {
      schema: {
        tags,
        operationId: 'listDeliveries',
        summary: 'List the deliveries of a webhook',
        description: 'The newest first; kept as long as events.',
        params: webhookPath,
        querystring: deliveryQuery,
        response: { 200: Type.Array(deliveryRecord), ...problems('invalid_input', ...missing) },
      },
      config: { action: 'webhooks.read' },
    },
    async (request, reply) => {
      const { items, next } = await listDeliveries(
        contextOf(request, services),
        addressOf(request.params),
        request.query,
      );
      if (next !== undefined) linkNext(request, reply, next);
      return reply.send(items);
    },
  );

  app.post(
    `${deliveries}/:deliveryId/replay`,
    {
      schema: {
        tags,
        operationId: 'replayDelivery',
        summary: 'Send an event once more',
        description: 'Sends the same event again, signed anew, whether or not an earlier attempt succeeded.',
        params: deliveryPath,
        response: { 202: deliveryRecord, ...problems(...keyFaults, ...missing, 'delivery_not_found', 'wrong_state') },
      },
      config: { action: 'webhooks.replay', idempotent: true, emptyBody: true },
    },
    async (request, reply) => {
      const { delivery: id, ...webhook } = addressOf(request.params);
      const delivery = await replayDelivery(contextOf(request, services), webhook, id);
      return reply.code(202).send(delivery);
    },
  );
}
