import type { App } from '../../http/reply/app.ts';
import { bodyFaults, keyFaults, problems } from '../../http/reply/schemas.ts';
import { contextOf } from '../../http/request/caller.ts';
import { addResource } from '../../http/resource/add-resource.ts';
import type { KeyServices } from './context.ts';
import { keyChange, keyCreation, keyPath, keyRecord, keyRotation, keyWithSecret } from './schemas.ts';
import { changeKey, createKey, getKey, listKeys, revokeKey, rotateKey } from './service.ts';

const path = '/api/keys/:keyName';

export function addKeyRoutes(app: App, services: Pick<KeyServices, 'database' | 'events' | 'keys'>): void {
  addResource(app, services, {
    name: 'key',
    tag: 'Keys',
    path,
    params: keyPath,
    record: keyRecord,
    // A key that reads itself could never be changed.
    unversioned: ['last_used_at'],
    wrapped: false,
    locatedBy: 'id',
    list: { verb: (ctx, _, listing) => listKeys(ctx, listing) },
    create: {
      summary: 'Make a key',
      description: 'The secret is shown only once. The first key must be an admin key for all projects.',
      body: keyCreation,
      secretAnswer: keyWithSecret,
      faults: ['project_not_found', 'name_taken', 'last_admin_key'],
      verb: (ctx, _, body) => createKey(ctx, body),
    },
    read: { verb: (ctx, { key }) => getKey(ctx, key) },
    update: {
      body: keyChange,
      faults: ['project_not_found', 'name_taken', 'last_admin_key'],
      verb: (ctx, { key }, body, check) => changeKey(ctx, key, body, check),
    },
    delete: {
      action: 'keys.revoke',
      operationId: 'revokeKey',
      summary: 'Revoke a key',
      description:
        'The key stops working at once. The last admin key for all projects cannot be revoked: rotate it instead.',
      faults: ['last_admin_key'],
      verb: (ctx, { key }, check) => revokeKey(ctx, key, check),
    },
  });

  app.post(
    `${path}/rotate`,
    {
      schema: {
        tags: ['Keys'],
        operationId: 'rotateKey',
        summary: 'Give a key a new secret',
        description: 'The new secret is shown only once; the previous one stays valid for `overlap_seconds`.',
        params: keyPath,
        body: keyRotation,
        response: { 200: keyWithSecret, ...problems(...keyFaults, ...bodyFaults, 'key_not_found', 'stale_record') },
      },
      config: { action: 'keys.rotate', idempotent: true, answersSecret: true, emptyBody: true },
    },
    async (request, reply) => {
      const record = await rotateKey(contextOf(request, services), request.params.keyName, request.body);
      return reply.header('cache-control', 'no-store').send(record);
    },
  );
}
