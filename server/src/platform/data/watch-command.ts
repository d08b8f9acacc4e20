import type { Telemetry } from '../telemetry/telemetry.ts';

/** Runs one command in a span and counts it, without the user's input. */
export async function watchCommand<Result>(
  { tracing, metrics }: Telemetry,
  command: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const attributes = { 'db.system.name': 'duckdb', 'db.operation.name': command };
  let outcome = 'failed';
  try {
    const result = await tracing.within(`duckdb ${command}`, { kind: 'client', attributes }, work);
    outcome = 'ok';
    return result;
  } finally {
    metrics.dataCommands.inc({ command, outcome });
  }
}
