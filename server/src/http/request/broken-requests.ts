import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { ServiceError } from '../../errors.ts';
import { newId } from '../../ids.ts';
import { STATUS_CODES } from '../node-http.ts';
import { problemOf, problemType } from '../reply/problem.ts';

/** Answers bytes that are no acceptable HTTP request with a problem document, and closes the connection. */
export function answerBrokenRequest(this: FastifyInstance, failure: NodeJS.ErrnoException, socket: Socket): void {
  if (failure.code === 'ECONNRESET' || socket.destroyed) return;
  if (!socket.writable) return void socket.destroy(failure);
  const error = describeFailure(failure);
  const body = JSON.stringify(problemOf(error, newId('req')));
  const head = [
    `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}`,
    `content-type: ${problemType}`,
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

function describeFailure({ code }: NodeJS.ErrnoException): ServiceError {
  if (code === 'HPE_HEADER_OVERFLOW')
    return new ServiceError('headers_too_large', 'Address and headers together may have 16 KiB.');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new ServiceError('request_timeout', 'The request did not arrive in time.');
  return new ServiceError('malformed_request', 'The received bytes are not an HTTP request.');
}
