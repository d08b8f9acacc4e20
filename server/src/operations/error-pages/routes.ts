import type { FastifyReply, FastifyRequest } from 'fastify';
import { type TSchema, Type } from 'typebox';
import { type ErrorCode, errorCatalog, ServiceError } from '../../errors.ts';
import type { App } from '../../http/reply/app.ts';
import { pagePolicy } from '../../http/reply/page-style.ts';
import { problemOf } from '../../http/reply/problem.ts';
import { documented, problem, problems } from '../../http/reply/schemas.ts';
import { wantsPage } from '../../http/request/accept.ts';
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

const config = { action: 'service.documentation', answers: ['application/json', 'text/html'] } as const;

/** Describes a response that is JSON for programs and a page for browsers. */
function answerOf(description: string, schema: TSchema) {
  const content = { 'application/json': { schema }, 'text/html': { schema: Type.String() } };
  return { 200: documented({ description, content }) };
}

/** Adds the page of each error, where the `type` of problem documents leads, and the list of all. */
export function addErrorPages(app: App): void {
  let listed: Promise<ErrorEntry[]> | undefined;
  app.get(
    '/errors',
    {
      schema: {
        tags: ['Service'],
        operationId: 'listErrorCodes',
        summary: 'All error codes',
        description: 'The closed list of error codes, each with its cause and cure. Browsers get a page.',
        response: { ...answerOf('Every code, sorted by status.', Type.Array(entry)), ...problems() },
      },
      config,
    },
    async (request, reply) => {
      listed ??= listEntries(app.publicPath);
      const entries = await listed;
      return sendEither(request, reply, entries, ({ renderErrorList }) => renderErrorList(entries, app.publicPath));
    },
  );
  app.get(
    '/errors/:code',
    {
      schema: {
        tags: ['Service'],
        operationId: 'getErrorCode',
        summary: 'What an error code means',
        description:
          'Cause, cure and an example of the error: the `type` of each problem document leads here. Browsers get a page. `/errors` lists all codes.',
        params: Type.Object({
          code: Type.Enum(Object.keys(errorCatalog), { description: 'A code of the closed list of errors.' }),
        }),
        response: { ...answerOf('Cause, cure and an example.', entry), ...problems('invalid_input') },
      },
      config,
    },
    async (request, reply) => {
      const found = await findEntry(request.params.code as ErrorCode, app.publicPath);
      return sendEither(request, reply, found, ({ renderErrorPage }) => renderErrorPage(found, app.publicPath));
    },
  );
}

/** Sends JSON, or a page to a browser. */
async function sendEither(
  request: FastifyRequest,
  reply: FastifyReply,
  json: object,
  render: (pages: typeof import('./render.ts')) => string,
) {
  reply.header('vary', 'accept');
  if (!wantsPage(request)) return reply.type('application/json; charset=utf-8').send(json);
  reply.header('content-security-policy', pagePolicy).type('text/html; charset=utf-8');
  return reply.send(render(await import('./render.ts')));
}

async function listEntries(prefix: string): Promise<ErrorEntry[]> {
  const codes = Object.keys(errorCatalog) as ErrorCode[];
  const entries = await Promise.all(codes.map((code) => findEntry(code, prefix)));
  return entries.sort((left, right) => left.status - right.status || (left.code < right.code ? -1 : 1));
}

/** The texts are loaded by the first visitor. */
async function findEntry(code: ErrorCode, prefix: string): Promise<ErrorEntry> {
  const { errorHelp } = await import('./help/error-help.ts');
  const { cause, cure, detail } = errorHelp[code];
  const { status, title } = errorCatalog[code];
  const example = problemOf(new ServiceError(code, detail), 'req_01JZ0000000000000000000000', prefix);
  return { code, status, title, cause, cure, example };
}
