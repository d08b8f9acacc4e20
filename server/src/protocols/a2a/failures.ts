import type { FastifyReply, FastifyRequest } from 'fastify';
import { type ErrorCode, ServiceError } from '../../errors.ts';
import { sendFailure } from '../../http/reply/failures.ts';
import { problemOf, serviceErrorOf } from '../../http/reply/problem.ts';
import { foreignErrors } from '../../http/reply/schemas.ts';
import { type RpcCall, rpcFailure } from './schemas.ts';

/** Codes of JSON-RPC and of A2A. */
export const rpcCodes = {
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
  taskNotFound: -32001,
  pushNotifications: -32003,
  unsupported: -32004,
  contentType: -32005,
  version: -32009,
} as const;

/** A failure that has a code of its own in A2A. */
export class A2aError extends ServiceError {
  readonly rpcCode: number;

  constructor(rpcCode: number, detail: string) {
    super('invalid_input', detail);
    this.rpcCode = rpcCode;
  }
}

/** Returns a failure as JSON-RPC has it; `data` holds the problem document. */
export function failureOf(id: RpcCall['id'], error: ServiceError, requestId: string) {
  const problem = problemOf(error, requestId);
  const { detail, errors = [] } = problem;
  const faults = errors.map(({ pointer, detail: fault }) => `${pointer} ${fault}`).join('; ');
  const data = [
    { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: problem.code, domain: 'sibyl', problem },
  ];
  return {
    jsonrpc: '2.0' as const,
    id: id ?? null,
    error: { code: codeOf(error), message: faults === '' ? detail : `${detail} ${faults}`, data },
  };
}

function codeOf(error: ServiceError): number {
  if (error instanceof A2aError) return error.rpcCode;
  if (error.code === 'invalid_input') return rpcCodes.invalidParams;
  if (error.status >= 500) return rpcCodes.internal;
  return error.status === 404 || error.status === 422 ? rpcCodes.invalidParams : rpcCodes.invalidRequest;
}

/** Error handler of the door: status, headers and log line as elsewhere, the body as JSON-RPC has it. */
export function sendA2aError(thrown: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const error = serviceErrorOf(thrown, request.routeOptions.bodyLimit);
  const { id } = (request.body ?? {}) as { id?: unknown };
  const known = typeof id === 'string' || typeof id === 'number' ? id : null;
  sendFailure(request, reply.type('application/json; charset=utf-8'), error, failureOf(known, error, request.id));
}

/** Returns the error responses of a route for the OpenAPI document. */
export const a2aErrors = (...codes: ErrorCode[]) => foreignErrors(rpcFailure, codes);
