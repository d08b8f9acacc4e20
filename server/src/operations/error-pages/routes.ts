import { Type } from 'typebox';
import { type ErrorCode, errorCatalog, ServiceError } from '../../errors.ts';
import type { App } from '../../http/reply/app.ts';
import { problemOf } from '../../http/reply/problem.ts';
import { documented, problem, problems } from '../../http/reply/schemas.ts';
import { wantsPage } from '../../http/request/accept.ts';
import { pagePolicy } from '../page-style.ts';
import type { ErrorEntry } from './entry.ts';

const entry = Type.Object(
  {
    code: Type.String(),
    status: Type.Integer(),
    title: Type.String(),
    cause: Type.String({ description: 'Why the error comes.' }),
    cure: Type.String({ description: 'What helps.' }),
    example: problem,
  },
  { title: 'ErrorEntry' },
);

/** Adds the page of each error, where the `type` of problem documents leads: for people, and as JSON for programs. */
export function addErrorPages(app: App): void {
  const answer = {
    description: 'Cause, cure and an example.',
    content: { 'application/json': { schema: entry }, 'text/html': { schema: Type.String() } },
  };
  app.get(
    '/errors/:code',
    {
      schema: {
        tags: ['Service'],
        operationId: 'getErrorCode',
        summary: 'What an error code means',
        description:
          'Cause, cure and an example of the error: the `type` of each problem document leads here. Browsers get a page.',
        params: Type.Object({
          code: Type.Enum(Object.keys(errorCatalog), { description: 'A code of the closed list of errors.' }),
        }),
        response: { 200: documented(answer), ...problems('invalid_input') },
      },
      config: { action: 'service.documentation', answers: ['application/json', 'text/html'] },
    },
    async (request, reply) => {
      const found = await findEntry(request.params.code as ErrorCode, app.publicPath);
      reply.header('vary', 'accept');
      if (!wantsPage(request)) return reply.type('application/json; charset=utf-8').send(found);
      const { renderErrorPage } = await import('./render.ts');
      reply.header('content-security-policy', pagePolicy).type('text/html; charset=utf-8');
      return reply.send(renderErrorPage(found, app.publicPath));
    },
  );
}

/** The texts are loaded by the first visitor. */
async function findEntry(code: ErrorCode, prefix: string): Promise<ErrorEntry> {
  const { errorHelp } = await import('./help.ts');
  const { cause, cure, detail } = errorHelp[code];
  const { status, title } = errorCatalog[code];
  const example = problemOf(new ServiceError(code, detail), 'req_01JZ0000000000000000000000', prefix);
  return { code, status, title, cause, cure, example };
}
