import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { ErrorCode, ServiceError } from '../../errors.ts';
import { sendFailure } from '../../http/reply/failures.ts';
import { problemOf, serviceErrorOf } from '../../http/reply/problem.ts';
import { foreignErrors } from '../../http/reply/schemas.ts';

/** An error in Anthropic's format; `code` is ours. */
const messageError = Type.Object(
  {
    type: Type.Literal('error'),
    error: Type.Object({ type: Type.String(), message: Type.String(), code: Type.String() }),
    request_id: Type.String(),
  },
  { title: 'AnthropicError' },
);

export function messageErrorOf(error: ServiceError, requestId: string) {
  const { detail, code } = problemOf(error, requestId);
  return {
    type: 'error' as const,
    error: { type: typeOf(error.status), message: detail, code },
    request_id: requestId,
  };
}

const types: Readonly<Record<number, string>> = {
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  503: 'overloaded_error',
  504: 'timeout_error',
};

function typeOf(status: number): string {
  return types[status] ?? (status >= 500 ? 'api_error' : 'invalid_request_error');
}

/** Error handler of Anthropic's routes: status, headers and log line as elsewhere, the body in Anthropic's format. */
export function sendAnthropicError(thrown: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const error = serviceErrorOf(thrown, request.routeOptions.bodyLimit);
  const answer = reply.type('application/json; charset=utf-8').header('request-id', request.id);
  sendFailure(request, answer, error, messageErrorOf(error, request.id));
}

/** Returns the error responses of a route for the OpenAPI document. */
export const anthropicErrors = (...codes: ErrorCode[]) => foreignErrors(messageError, codes);
