import type { Caller } from '../../caller.ts';
import type { FastAnswer } from '../../http/fast-path/fast-path.ts';
import type { RequestHead } from '../../http/fast-path/read-head.ts';
import { describeRates, type RatePolicy, type RateWindows } from '../../http/limits/rate-limit.ts';
import { staleHeader } from '../../http/reply/tell-silence.ts';
import { requestIdOf } from '../../http/request/request-ids.ts';
import { describeRequest, parentOf } from '../../http/request/trace-requests.ts';
import { safeHeaders } from '../../http/server.ts';
import type { Nodes } from '../../platform/nodes/nodes.ts';
import type { RequestSeries } from '../../platform/telemetry/request-durations.ts';
import type { Telemetry } from '../../platform/telemetry/telemetry.ts';
import { predictRoute } from './answer-routes.ts';

interface Answer {
  text: string;
  policies: readonly RatePolicy[];
  /** Time by the clock of `performance`. */
  began: number;
}

const fixedHeaders = Object.entries(safeHeaders).flat();
const jsonType = 'application/json; charset=utf-8';

/** Gives an answer the same headers in the same order as Fastify's routes do; once sent, it is counted and traced. */
export function fastSender({ metrics, tracing, nodes }: Telemetry & { nodes: Nodes }, windows: RateWindows) {
  let durations: RequestSeries | undefined;
  return (request: RequestHead, caller: Caller, { text, policies, began }: Answer): FastAnswer => {
    const id = requestIdOf(request);
    const headers = [...fixedHeaders, 'x-request-id', id];
    const { silentSeconds } = nodes;
    if (silentSeconds > 0) headers.push(staleHeader, String(silentSeconds));
    if (policies.length > 0) {
      const { policy, rest } = describeRates(windows, policies);
      headers.push('ratelimit-policy', policy, 'ratelimit', rest);
    }
    const length = Buffer.byteLength(text);
    headers.push('content-type', jsonType, 'content-length', String(length));
    const sent = () => {
      const milliseconds = performance.now() - began;
      durations ??= metrics.requests.seriesOf('POST', predictRoute, 200);
      durations.observe(milliseconds / 1000);
      if (tracing.isOn) trace(request, id, caller, milliseconds);
    };
    return { headers, text, length, sent };
  };

  function trace({ method = '', url = '', headers }: RequestHead, id: string, caller: Caller, milliseconds: number) {
    const now = Date.now();
    const details = { kind: 'server', parent: parentOf(headers), startedAt: now - milliseconds } as const;
    const span = tracing.begin(`${method} ${predictRoute}`, details);
    if (!span?.isRecorded) return;
    describeRequest(span, { id, method, route: predictRoute, path: url, caller, statusCode: 200 });
    span.end(now);
  }
}
