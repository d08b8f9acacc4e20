import { Readable } from 'node:stream';
import { Type } from 'typebox';
import type { App } from '../../http/reply/app.ts';
import { documented, problems } from '../../http/reply/schemas.ts';
import { contextOf } from '../../http/request/caller.ts';
import { linkNext } from '../../http/request/listing.ts';
import type { AuditServices } from './context.ts';
import { type AuditQuery, auditEntry, auditQuery } from './schemas.ts';
import { exportAudit, listAudit } from './service.ts';

const lines = 'application/x-ndjson';

export function addAuditRoutes(app: App, services: Pick<AuditServices, 'audit' | 'database'>): void {
  app.get(
    '/api/audit',
    {
      schema: {
        tags: ['Audit'],
        operationId: 'listAudit',
        summary: 'Read or export the audit',
        description: `The newest first. With \`Accept: ${lines}\` all of it, an entry a line.`,
        querystring: auditQuery,
        response: {
          200: documented({
            description: 'The action.',
            content: { 'application/json': { schema: Type.Array(auditEntry) }, [lines]: { schema: Type.String() } },
          }),
          ...problems('invalid_input'),
        },
      },
      config: { action: 'audit.read', answers: ['application/json', lines] },
    },
    async (request, reply) => {
      const ctx = contextOf(request, services);
      if (request.headers.accept?.includes(lines))
        return reply.type(lines).send(Readable.from(linesOf(ctx, request.query), { objectMode: false }));
      const { items, next } = await listAudit(ctx, request.query);
      if (next !== undefined) linkNext(request, reply, next);
      return reply.send(items);
    },
  );
}

async function* linesOf(ctx: Pick<AuditServices, 'audit' | 'database'>, query: AuditQuery): AsyncGenerator<string> {
  for await (const entries of exportAudit(ctx, query))
    if (entries.length > 0) yield entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
}
