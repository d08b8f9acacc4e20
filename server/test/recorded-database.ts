/**
 * A database that cannot be run here, and a connection to it: a loopback server answers what the documentation of its
 * wire protocol shows.
 */
import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { type LoopbackServer, startLoopback } from './loopback.ts';
import type { TestService } from './service.ts';
import { shareTestService } from './shared-service.ts';

export type Request = LoopbackServer['requests'][number];
export interface Answer {
  status?: number;
  headers?: Record<string, string>;
  body: unknown;
}

/** A private key of a user. */
export const makeKey = (): string =>
  generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

/** @param parametersOf those of the connection, whose server is at the address */
export function recordDatabase(engine: string, parametersOf: (url: string) => object) {
  let project: string;
  const recorded = {
    /** What the server answers now; undefined never answers. */
    answering: (() => undefined) as (request: Request) => Answer | undefined,
    service: {} as TestService,
    server: {} as LoopbackServer,
    at: (path: string) => `/projects/${project}${path}`,
    ask: (sql: string, more: object = {}) =>
      recorded.service.call('POST', recorded.at('/query'), { connection: engine, sql, ...more }),
    test: () => recorded.service.call('POST', recorded.at(`/connections/${engine}/test`)),
  };
  beforeAll(async () => {
    recorded.server = await startLoopback((request, response) => {
      const answer = recorded.answering(request);
      if (answer === undefined) return;
      const { status = 200, headers = {}, body } = answer;
      response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body));
    });
    recorded.service = await shareTestService();
    project = await recorded.service.project();
    const connection = { name: engine, engine, parameters: parametersOf(recorded.server.url) };
    await recorded.service.call('POST', recorded.at('/connections'), connection);
  });
  afterAll(() => Promise.all([recorded.service.stop(), recorded.server.stop()]));
  beforeEach(() => recorded.server.requests.splice(0));
  return recorded;
}
