import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';

export interface CollectedSpan {
  traceId: string;
  spanId: string;
  /** Undefined for the first span of a trace. */
  parentSpanId: string | undefined;
  name: string;
  /** As OTLP numbers them: 1 internal, 2 server, 3 client, 4 producer, 5 consumer. */
  kind: number;
  status: { code?: number; message?: string };
  attributes: Record<string, unknown>;
  /** Of the service. */
  resource: Record<string, unknown>;
}

export interface Collector {
  url: string;
  spans: CollectedSpan[];
  headers: IncomingMessage['headers'][];
  /** Waits for a span of that name, optionally of one trace; after ten seconds it fails with the names that arrived. */
  span(name: string, traceId?: string): Promise<CollectedSpan>;
  /** Returns the names of the spans from the root of the trace to this one, and waits for missing ones. */
  way(span: CollectedSpan): Promise<string[]>;
  stop(): Promise<void>;
}

interface Value {
  stringValue?: string;
  intValue?: string | number;
  doubleValue?: number;
  boolValue?: boolean;
  arrayValue?: { values: Value[] };
}
type Pairs = { key: string; value: Value }[];
interface Exported {
  resourceSpans: {
    resource: { attributes: Pairs };
    scopeSpans: { spans: (Omit<CollectedSpan, 'attributes' | 'resource'> & { attributes: Pairs })[] }[];
  }[];
}

/** A trace collector with OTLP over HTTP in JSON. `answer` may refuse, be slow, or never respond. */
export async function startCollector(answer: (response: ServerResponse) => void = takeAll): Promise<Collector> {
  const spans: CollectedSpan[] = [];
  const headers: Collector['headers'] = [];
  const server = createServer(async (request, response) => {
    if (request.method !== 'POST' || request.url !== '/v1/traces') return void response.writeHead(404).end();
    headers.push(request.headers);
    spans.push(...decode((await json(request)) as Exported));
    answer(response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const collector: Collector = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    headers,
    span: (name, traceId) =>
      waitFor(spans, `called ${name}`, (span) => span.name === name && (traceId ?? span.traceId) === span.traceId),
    async way({ name, parentSpanId }) {
      if (parentSpanId === undefined) return [name];
      const parent = await waitFor(spans, `around ${name}`, ({ spanId }) => spanId === parentSpanId);
      return [...(await collector.way(parent)), name];
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return collector;
}

function takeAll(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
}

async function waitFor(spans: CollectedSpan[], what: string, isMeant: (span: CollectedSpan) => boolean) {
  for (const end = Date.now() + 10_000; Date.now() < end; await pause(20)) {
    const found = spans.findLast(isMeant);
    if (found) return found;
  }
  throw new Error(`no span ${what} came, but ${spans.map(({ name }) => name).join(', ')}`);
}

function decode({ resourceSpans }: Exported): CollectedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap((scope) =>
      scope.spans.map((span) => ({
        ...span,
        parentSpanId: span.parentSpanId || undefined,
        attributes: readPairs(span.attributes),
        resource: readPairs(resource.attributes),
      })),
    ),
  );
}

function readPairs(pairs: Pairs): Record<string, unknown> {
  return Object.fromEntries(pairs.map(({ key, value }) => [key, readValue(value)]));
}

function readValue({ stringValue, intValue, doubleValue, boolValue, arrayValue }: Value): unknown {
  if (arrayValue) return arrayValue.values.map(readValue);
  return stringValue ?? boolValue ?? Number(intValue ?? doubleValue);
}
