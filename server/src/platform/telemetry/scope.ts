import { AsyncLocalStorage } from 'node:async_hooks';
import type { Span } from './span.ts';

/** What is going on: for whom lines are logged and spans are made, however deep the call. */
interface Scope {
  requestId: string | undefined;
  /** The project of the request, as its address calls it. */
  project: string | undefined;
  span: Span | undefined;
}

const scopes = new AsyncLocalStorage<Scope>();

/** Runs `work` as part of a request. */
export function withinRequest<Result>(request: Scope, work: () => Result): Result {
  return scopes.run(request, work);
}

/** Runs `work` inside of a span. */
export function withinSpan<Result>(span: Span, work: () => Result): Result {
  const { requestId, project } = scopes.getStore() ?? {};
  return scopes.run({ requestId, project, span }, work);
}

/** Runs `work` as part of nothing: for what is set going here and outlives whoever did. */
export function runDetached<Result>(work: () => Result): Result {
  return scopes.exit(work);
}

/** The span inside of which it is called. */
export function currentSpan(): Span | undefined {
  return scopes.getStore()?.span;
}

/** For which project it is done; undefined for the service itself, and for what is about none. */
export function currentProject(): string | undefined {
  return scopes.getStore()?.project;
}

/** What a log line says of the request and the span that it belongs to. */
export function logFieldsOf({ requestId, span }: Partial<Scope>): object {
  return {
    ...(requestId === undefined ? {} : { reqId: requestId }),
    ...(span === undefined ? {} : { trace_id: span.traceId, span_id: span.spanId }),
  };
}

/** The same for what is going on. */
export function logFields(): object {
  return logFieldsOf(scopes.getStore() ?? {});
}
