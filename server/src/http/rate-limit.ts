import rateLimit from '@fastify/rate-limit';
import type { Config } from '../config.ts';
import type { App } from './server.ts';

/** Holds each key to the set rate, with `RateLimit` headers; adds nothing to the path when no rate is set. Behind the key check. */
export async function limitRequests(app: App, { requestsPerSecond }: Config): Promise<void> {
  if (requestsPerSecond === 0) return;
  await app.register(rateLimit, {
    max: requestsPerSecond,
    timeWindow: 1000,
    enableDraftSpec: true,
    keyGenerator: ({ caller, ip }) => caller?.actor ?? ip,
    errorResponseBuilder: (_request, { after }) =>
      Object.assign(new Error(`At most ${requestsPerSecond} requests a second are answered; wait ${after}.`), {
        statusCode: 429,
      }),
  });
}
