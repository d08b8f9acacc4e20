const name = 'sibyl_http_request_duration_seconds';
const help = 'Time from the request line to the end of the answer.';
/** Bucket bounds in seconds; the last bucket takes the rest. */
const bounds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 30, Number.POSITIVE_INFINITY];

interface Series {
  labels: string;
  /** Per bucket, not cumulative. */
  counts: Float64Array;
  sum: number;
}

/**
 * Histogram of request durations. prom-client checks and hashes labels for microseconds per request; here labels are
 * looked up one by one, without allocation.
 */
export class RequestDurations {
  readonly #byRoute = new Map<string, Map<string, Map<number, Series>>>();

  /** `route` is the declared route, so that the number of series stays small. */
  observe(method: string, route: string, status: number, seconds: number): void {
    const series = this.#byRoute.get(route)?.get(method)?.get(status) ?? this.#addSeries(method, route, status);
    series.sum += seconds;
    let bucket = 0;
    while (seconds > bounds[bucket]) bucket += 1;
    series.counts[bucket] += 1;
  }

  #addSeries(method: string, route: string, status: number): Series {
    const labels = `method="${method}",route="${route}",status="${status}"`;
    const series = { labels, counts: new Float64Array(bounds.length), sum: 0 };
    const byMethod = this.#byRoute.get(route) ?? new Map<string, Map<number, Series>>();
    const byStatus = byMethod.get(method) ?? new Map<number, Series>();
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

function printSeries({ labels, counts, sum }: Series): string[] {
  let total = 0;
  const buckets = bounds.map((bound, bucket) => {
    total += counts[bucket];
    return `${name}_bucket{le="${bound === Number.POSITIVE_INFINITY ? '+Inf' : bound}",${labels}} ${total}`;
  });
  return [...buckets, `${name}_sum{${labels}} ${sum}`, `${name}_count{${labels}} ${total}`];
}
