const name = 'sibyl_http_request_duration_seconds';
const help = 'Time from the request line to the end of the answer.';
/** Upper bounds in seconds; the last bucket takes all the rest. */
const bounds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 30, Number.POSITIVE_INFINITY];

/** Requests of one method, route and status. */
interface Series {
  labels: string;
  /** By bucket, not cumulative. */
  counts: Float64Array;
  sum: number;
}

/** The histogram of request times. The one of prom-client checks and hashes labels for microseconds on every request. */
export class RequestDurations {
  readonly #series = new Map<string, Series>();

  /** `route` is the declared address, so that the number of series stays small. */
  observe(method: string, route: string, status: number, seconds: number): void {
    const key = `${method} ${status} ${route}`;
    let series = this.#series.get(key);
    if (series === undefined) {
      const labels = `method="${method}",route="${route}",status="${status}"`;
      series = { labels, counts: new Float64Array(bounds.length), sum: 0 };
      this.#series.set(key, series);
    }
    series.sum += seconds;
    series.counts[bounds.findIndex((bound) => seconds <= bound)] += 1;
  }

  /** In the Prometheus text format. */
  print(): string {
    const lines = [...this.#series.values()].flatMap(printSeries);
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
