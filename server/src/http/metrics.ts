import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { RequestDurations } from './request-durations.ts';
import type { App } from './server.ts';

export interface Metrics {
  contentType: string;
  print(): Promise<string>;
  /** A figure read at each scrape, such as the length of a queue. */
  watch(name: string, help: string, read: () => number | Promise<number>): void;
  /** A count by one label, read at each scrape. */
  watchCounts(name: string, help: string, label: string, read: () => ReadonlyMap<string, number>): void;
}

/** Counts and times every request by route, method and status, and shows the process's own figures. */
export function measureRequests(app: App): Metrics {
  const register = new Registry();
  collectDefaultMetrics({ register });
  const durations = new RequestDurations();
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown';
    durations.observe(request.method, route, reply.statusCode, reply.elapsedTime / 1000);
    done();
  });
  return {
    contentType: register.contentType,
    print: async () => `${await register.metrics()}\n${durations.print()}`,
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
    watchCounts(name, help, label, read) {
      new Counter({
        name,
        help,
        labelNames: [label],
        registers: [register],
        collect() {
          this.reset();
          for (const [value, count] of read()) this.inc({ [label]: value }, count);
        },
      });
    },
  };
}
