import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { ErrorCode, ServiceError } from '../../errors.ts';
import { sendFailure } from '../../http/reply/failures.ts';
import { problemOf, serviceErrorOf } from '../../http/reply/problem.ts';
import { foreignErrors } from '../../http/reply/schemas.ts';

/** Errors of every route. */
export const everywhere = ['unauthenticated', 'not_permitted', 'internal'] as const;

/** An error in OpenAI's format. */
const chatError = Type.Object(
  {
    error: Type.Object({
      message: Type.String(),
      type: Type.String(),
      param: Type.Union([Type.String(), Type.Null()]),
      code: Type.String(),
    }),
  },
  { title: 'ChatError' },
);

export function chatErrorOf(error: ServiceError, requestId: string) {
  const { detail, code, errors } = problemOf(error, requestId);
  return { error: { message: detail, type: typeOf(error.status), param: errors?.[0]?.pointer.slice(1) ?? null, code } };
}

function typeOf(status: number): string {
  if (status === 401) return 'authentication_error';
  if (status === 403) return 'permission_error';
  if (status === 429) return 'rate_limit_error';
  return status >= 500 ? 'server_error' : 'invalid_request_error';
}

/** Error handler of the OpenAI routes: status, headers and log line as elsewhere, the body in OpenAI's format. */
export function sendOpenAIError(thrown: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const error = serviceErrorOf(thrown, request.routeOptions.bodyLimit);
  sendFailure(request, reply.type('application/json; charset=utf-8'), error, chatErrorOf(error, request.id));
}

/** Returns the error responses of an OpenAI route for the OpenAPI document. */
export const openAIErrors = (...codes: ErrorCode[]) => foreignErrors(chatError, codes);
