import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { App } from './server.ts';

export interface Metrics {
  contentType: string;
  print(): Promise<string>;
  /** A figure read at each scrape, such as the length of a queue. */
  watch(name: string, help: string, read: () => number | Promise<number>): void;
}

const secondsBuckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 30];

/** Counts and times every request by route, method and status, and shows the process's own figures. */
export function measureRequests(app: App): Metrics {
  const register = new Registry();
  collectDefaultMetrics({ register });
  const durations = new Histogram({
    name: 'sibyl_http_request_duration_seconds',
    help: 'Time from the request line to the end of the answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: secondsBuckets,
    registers: [register],
  });
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown';
    durations.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
    done();
  });
  return {
    contentType: register.contentType,
    print: () => register.metrics(),
    watch(name, help, read) {
      new Gauge({
        name,
        help,
        registers: [register],
        async collect() {
          this.set(await read());
        },
      });
    },
  };
}
