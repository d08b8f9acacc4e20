import { AsyncLocalStorage } from 'node:async_hooks';
import type { Span } from './span.ts';

/** The current request and span, which log lines and new spans refer to at any call depth. */
interface Scope {
  requestId: string | undefined;
  /** ID of the project that the request is about, once its sender is known to reach it. */
  project: string | undefined;
  span: Span | undefined;
}

const scopes = new AsyncLocalStorage<Scope>();

export function withinRequest<Result>(request: Scope, work: () => Result): Result {
  return scopes.run(request, work);
}

export function withinSpan<Result>(span: Span, work: () => Result): Result {
  const { requestId, project } = scopes.getStore() ?? {};
  return scopes.run({ requestId, project, span }, work);
}

/** Runs `work` outside of any request, for background work that outlives the request that starts it. */
export function runDetached<Result>(work: () => Result): Result {
  return scopes.exit(work);
}

export function currentSpan(): Span | undefined {
  return scopes.getStore()?.span;
}

/** Says which project the current request is about. */
export function enterProject(id: string): void {
  const scope = scopes.getStore();
  if (scope) scope.project = id;
}

/** Returns the current project; undefined for the service itself and for work without a project. */
export function currentProject(): string | undefined {
  return scopes.getStore()?.project;
}

/** Returns the request and span fields of a log line. */
export function logFieldsOf({ requestId, span }: Partial<Scope>): object {
  return {
    ...(requestId === undefined ? {} : { reqId: requestId }),
    ...(span === undefined ? {} : { trace_id: span.traceId, span_id: span.spanId }),
  };
}

/** Returns the log fields of the current request and span. */
export function logFields(): object {
  return logFieldsOf(scopes.getStore() ?? {});
}
