import { Type } from 'typebox';
import { requireFresh, sendRecord } from '../../http/reply/etags.ts';
import { bodyFaults, emptyAnswer, keyFaults, problems } from '../../http/reply/schemas.ts';
import { contextOf } from '../../http/request/caller.ts';
import { listingOf, listQuery, sendPage } from '../../http/request/listing.ts';
import type { App } from '../../http/server.ts';
import type { KeyServices } from './context.ts';
import { type KeyRecord, keyChange, keyCreation, keyPath, keyRecord, keyRotation, keyWithSecret } from './schemas.ts';
import { changeKey, createKey, getKey, listKeys, revokeKey, rotateKey } from './service.ts';

const tags = ['Keys'];
const one = '/api/keys/:keyName';

/** What an ETag of a key stands for: not its last use, or a key that reads itself could never be changed. */
function versionOf({ last_used_at: _, ...rest }: KeyRecord): object {
  return rest;
}

export function addKeyRoutes(app: App, services: Pick<KeyServices, 'database' | 'events' | 'keys'>): void {
  app.post(
    '/api/keys',
    {
      schema: {
        tags,
        operationId: 'createKey',
        summary: 'Make a key',
        description: 'The secret is shown this once. The first key must be an admin key for all projects.',
        body: keyCreation,
        response: {
          201: keyWithSecret,
          ...problems(...keyFaults, ...bodyFaults, 'project_not_found', 'name_taken', 'last_admin_key'),
        },
      },
      config: { action: 'keys.create', idempotent: true, answersSecret: true },
    },
    async (request, reply) => {
      const record = await createKey(contextOf(request, services), request.body);
      reply.code(201).header('location', `/api/keys/${record.id}`).header('cache-control', 'no-store');
      return reply.send(record);
    },
  );

  app.get(
    '/api/keys',
    {
      schema: {
        tags,
        operationId: 'listKeys',
        summary: 'List keys',
        querystring: listQuery,
        response: { 200: Type.Array(keyRecord), ...problems('invalid_input') },
      },
      config: { action: 'keys.list' },
    },
    async (request, reply) =>
      sendPage(request, reply, await listKeys(contextOf(request, services), listingOf(request.query))),
  );

  app.get(
    one,
    {
      schema: {
        tags,
        operationId: 'getKey',
        summary: 'Read a key',
        params: keyPath,
        response: { 200: keyRecord, ...problems('key_not_found') },
      },
      config: { action: 'keys.read' },
    },
    async (request, reply) => {
      const record = await getKey(contextOf(request, services), request.params.keyName);
      return sendRecord(request, reply, record, versionOf(record));
    },
  );

  app.put(
    one,
    {
      schema: {
        tags,
        operationId: 'updateKey',
        summary: 'Change a key',
        params: keyPath,
        body: keyChange,
        response: {
          200: keyRecord,
          ...problems(
            ...bodyFaults,
            'key_not_found',
            'project_not_found',
            'name_taken',
            'last_admin_key',
            'stale_record',
          ),
        },
      },
      config: { action: 'keys.update' },
    },
    async (request, reply) => {
      const check = (current: KeyRecord) => requireFresh(request, versionOf(current));
      const record = await changeKey(contextOf(request, services), request.params.keyName, request.body, check);
      return sendRecord(request, reply, record, versionOf(record));
    },
  );

  app.delete(
    one,
    {
      schema: {
        tags,
        operationId: 'revokeKey',
        summary: 'Revoke a key',
        description: 'It stops at once. The last admin key for all projects stays: rotate it instead.',
        params: keyPath,
        response: { 204: emptyAnswer, ...problems('key_not_found', 'last_admin_key', 'stale_record') },
      },
      config: { action: 'keys.revoke' },
    },
    async (request, reply) => {
      const check = (current: KeyRecord) => requireFresh(request, versionOf(current));
      await revokeKey(contextOf(request, services), request.params.keyName, check);
      return reply.code(204).send(null);
    },
  );

  app.post(
    `${one}/rotate`,
    {
      schema: {
        tags,
        operationId: 'rotateKey',
        summary: 'Give a key a new secret',
        description: 'The new secret is shown this once; the one of before holds for `overlap_seconds` more.',
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
