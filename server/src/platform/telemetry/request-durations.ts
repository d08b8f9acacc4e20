const name = 'sibyl_http_request_duration_seconds';
const help = 'Time from the request line to the end of the answer.';
/** Bucket bounds in seconds; the last bucket takes the rest. */
const bounds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 30, Number.POSITIVE_INFINITY];

/** The requests of one route, method and status. */
export class RequestSeries {
  readonly labels: string;
  /** Per bucket, not cumulative. */
  readonly counts = new Float64Array(bounds.length);
  sum = 0;

  constructor(labels: string) {
    this.labels = labels;
  }

  observe(seconds: number): void {
    this.sum += seconds;
    let bucket = 0;
    while (seconds > bounds[bucket]) bucket += 1;
    this.counts[bucket] += 1;
  }
}

/**
 * Histogram of request durations. prom-client checks and hashes labels for microseconds per request; here labels are
 * looked up one by one, without allocation.
 */
export class RequestDurations {
  readonly #byRoute = new Map<string, Map<string, Map<number, RequestSeries>>>();

  /** `route` is the declared route, so that the number of series stays small. */
  observe(method: string, route: string, status: number, seconds: number): void {
    this.seriesOf(method, route, status).observe(seconds);
  }

  /** Returns the series of a route for repeated use. */
  seriesOf(method: string, route: string, status: number): RequestSeries {
    return this.#byRoute.get(route)?.get(method)?.get(status) ?? this.#addSeries(method, route, status);
  }

  #addSeries(method: string, route: string, status: number): RequestSeries {
    const labels = `method="${method}",route="${route}",status="${status}"`;
    const series = new RequestSeries(labels);
    const byMethod = this.#byRoute.get(route) ?? new Map<string, Map<number, RequestSeries>>();
    const byStatus = byMethod.get(method) ?? new Map<number, RequestSeries>();
    this.#byRoute.set(route, byMethod.set(method, byStatus.set(status, series)));
    return series;
  }

  /** Returns the histogram in the Prometheus text format. */
  print(): string {
    const all = [...this.#byRoute.values()].flatMap((byMethod) => [...byMethod.values()]);
    const lines = all.flatMap((byStatus) => [...byStatus.values()]).flatMap(printSeries);
    return `# HELP ${name} ${help}\n# TYPE ${name} histogram\n${lines.join('\n')}\n`;
  }
}

function printSeries({ labels, counts, sum }: RequestSeries): string[] {
  let total = 0;
  const buckets = bounds.map((bound, bucket) => {
    total += counts[bucket];
    return `${name}_bucket{le="${bound === Number.POSITIVE_INFINITY ? '+Inf' : bound}",${labels}} ${total}`;
  });
  return [...buckets, `${name}_sum{${labels}} ${sum}`, `${name}_count{${labels}} ${total}`];
}
