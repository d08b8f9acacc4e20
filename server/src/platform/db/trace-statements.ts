import type { LogEvent } from 'kysely';
import type { Tracing } from '../telemetry/tracing.ts';

/** Records each statement as a span with its kind and table, never its values. */
export function traceStatements(tracing: Tracing, system: string): (event: LogEvent) => void {
  return (event) => {
    const { sql, query } = event.query;
    const operation = query.kind.replace(/(?:Query)?Node$/, '').toUpperCase();
    const table = /\b(?:from|into|update) "(\w+)"/i.exec(sql)?.[1];
    const summary = table === undefined ? operation : `${operation} ${table}`;
    tracing.recordSpan(summary, event.queryDurationMillis, {
      kind: 'client',
      attributes: {
        'db.system.name': system,
        'db.operation.name': operation,
        'db.collection.name': table,
        'db.query.summary': summary,
      },
      failure: event.level === 'error' ? 'database_error' : undefined,
    });
  };
}
