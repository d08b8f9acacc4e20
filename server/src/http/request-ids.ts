import type { IncomingMessage } from 'node:http';
import { newId } from '../ids.ts';

const acceptable = /^[A-Za-z0-9_.:-]{8,128}$/;
const processPart = newId('req');
let count = 0;

/** The caller's own `X-Request-Id` when it is sane, else one that is unique and cheap to make. */
export function requestIdOf(request: IncomingMessage): string {
  const given = request.headers['x-request-id'];
  if (typeof given === 'string' && acceptable.test(given)) return given;
  count += 1;
  return `${processPart}.${count.toString(36)}`;
}
