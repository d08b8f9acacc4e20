import { type Static, Type } from 'typebox';
import { name, nameOrId, projectName, recordFields, timestamp } from '../../http/reply/schemas.ts';
import { listQueryFields } from '../../http/request/listing.ts';
import { typeWords } from '../events/type-filter.ts';

const url = Type.String({
  minLength: 1,
  maxLength: 2000,
  description: 'Address that receives events by POST: public, https or http; redirects are not followed.',
  examples: ['https://app.example.com/hooks/sibyl'],
});
const types = Type.Union([typeWords, Type.Null()], { description: 'Types of events to send; null for all.' });
const enabled = Type.Boolean({
  description: 'Events while it is off are sent once it is on again, unless they are older than the retention time.',
});

export const webhookRecord = Type.Object(
  {
    ...recordFields,
    project: Type.String(),
    url,
    types,
    enabled,
    disabled_reason: Type.Union([Type.String(), Type.Null()], { description: 'Why the service disabled it.' }),
    failing_since: Type.Union([timestamp, Type.Null()], { description: 'Time since which no delivery has succeeded.' }),
    former_secret_until: Type.Union([timestamp, Type.Null()], {
      description: 'Time until which the previous secret also signs.',
    }),
  },
  { title: 'Webhook' },
);
export type WebhookRecord = Static<typeof webhookRecord>;

export const webhookWithSecret = Type.Object(
  {
    ...webhookRecord.properties,
    secret: Type.String({
      description: 'Signs deliveries by Standard Webhooks; shown only once.',
      examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
    }),
  },
  { title: 'WebhookWithSecret' },
);
export type WebhookWithSecret = Static<typeof webhookWithSecret>;

export const webhookCreation = Type.Object(
  { name, url, types: Type.Optional(types), enabled: Type.Optional(enabled) },
  {
    additionalProperties: false,
    examples: [{ name: 'trained', url: 'https://app.example.com/hooks/sibyl', types: ['sibyl.model.completed'] }],
  },
);
export type WebhookCreation = Static<typeof webhookCreation>;

export const webhookChange = Type.Object(
  {
    name: Type.Optional(name),
    url: Type.Optional(url),
    types: Type.Optional(types),
    enabled: Type.Optional(enabled),
  },
  { additionalProperties: false, examples: [{ types: ['sibyl.model.*'] }] },
);
export type WebhookChange = Static<typeof webhookChange>;

const overlap = Type.Integer({
  minimum: 0,
  maximum: 2_592_000,
  description: 'Seconds for which the previous secret also signs.',
});

export const webhookRotation = Type.Union(
  [Type.Object({ overlap_seconds: Type.Optional(overlap) }, { additionalProperties: false }), Type.Null()],
  { examples: [{ overlap_seconds: 86_400 }] },
);

const deliveryStatus = Type.Enum(['pending', 'delivered', 'failed']);

export const deliveryRecord = Type.Object(
  {
    id: Type.String({ examples: ['dlv_01JZ0000000000000000000000'] }),
    event_id: Type.String({ description: 'Also the `webhook-id` header, by which a receiver recognises repetitions.' }),
    event_type: Type.String(),
    sequence: Type.Integer({ description: 'Number of the event in its project.' }),
    status: deliveryStatus,
    attempts: Type.Integer(),
    next_attempt_at: Type.Union([timestamp, Type.Null()]),
    last_attempt_at: Type.Union([timestamp, Type.Null()]),
    response_status: Type.Union([Type.Integer(), Type.Null()], {
      description: "Status of the receiver's last response.",
    }),
    error: Type.Union([Type.String(), Type.Null()], { description: 'Why the last attempt failed.' }),
    created_at: timestamp,
  },
  { title: 'Delivery' },
);
export type DeliveryRecord = Static<typeof deliveryRecord>;

const { limit, cursor } = listQueryFields;
export const deliveryQuery = Type.Object(
  { status: Type.Optional(deliveryStatus), limit, cursor },
  { additionalProperties: false },
);

export const webhookPath = Type.Object({ projectName, webhookName: nameOrId });
export const deliveryPath = Type.Object({ projectName, webhookName: nameOrId, deliveryId: nameOrId });
