import type { Tracing } from '../telemetry/tracing.ts';
import type { SentRequest } from './read-sent.ts';

/**
 * Sends a request in its own span and passes the trace on. The span names only the host: the rest of the URL may
 * contain secrets.
 */
export function traceCall(tracing: Tracing, request: SentRequest, send: () => Promise<Response>): Promise<Response> {
  if (!tracing.isOn) return send();
  const { hostname, port, protocol } = request.url;
  const attributes = {
    'http.request.method': request.method,
    'server.address': hostname,
    'server.port': Number(port) || (protocol === 'https:' ? 443 : 80),
  };
  return tracing.within(request.method, { kind: 'client', attributes }, async (span) => {
    const { traceparent } = tracing;
    if (traceparent !== undefined) request.headers.set('traceparent', traceparent);
    const answer = await send();
    span?.set({ 'http.response.status_code': answer.status });
    if (answer.status >= 400) span?.fail(String(answer.status));
    return answer;
  });
}
