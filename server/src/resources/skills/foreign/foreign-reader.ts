import { type InputFault, invalidField, ServiceError } from '../../../errors.ts';
import type { Requester } from '../../../platform/workers/fair-turns.ts';
import { WorkerEnded } from '../../../platform/workers/worker-ended.ts';
import { openWorkers } from '../../../platform/workers/workers.ts';
import type { HttpUse } from '../http/read-service.ts';
import type { ReadSemantics } from '../sql/glossary/formats/semantics.ts';
import type { JsonSchema } from '../toolset.ts';
import { boundExceeded, schemaBounds } from './bounds.ts';
import type { ForeignTasks } from './handler.ts';

/**
 * Applies JSON schemas of strangers, and reads their OpenAPI documents, in workers that are killed at their time limit: a
 * few hundred bytes of schema, or a regular expression in it, may take forever.
 */
export interface ForeignReader {
  /**
   * Returns what is wrong with a tool's input; nothing when it fits the schema.
   * @throws ServiceError `tool_failed` for a schema that is invalid, too large or too slow; `queue_full`
   */
  judgeInput(schema: JsonSchema, value: unknown, requester: Requester): Promise<InputFault[]>;
  /** @throws ServiceError `invalid_input` at `pointer` for a schema that is invalid, too large or too slow; `queue_full` */
  requireSchema(schema: JsonSchema, pointer: string, requester: Requester): Promise<void>;
  /**
   * Returns what is wrong with a JSON text; undefined when nothing is.
   * @throws ServiceError `invalid_input` at `pointer` for a schema that is too slow; `queue_full`
   */
  judgeText(
    schema: JsonSchema,
    text: string,
    at: { pointer: string; requester: Requester },
  ): Promise<string | undefined>;
  /**
   * Reads the stored params of an HTTP skill with its OpenAPI document.
   * @throws ServiceError `invalid_input` with pointers below `/params`; `queue_full`
   */
  readHttpParams(stored: string, requester: Requester): Promise<HttpUse>;
  /**
   * Reads a document of semantic models of dbt, or of Open Semantic Interchange.
   * @throws ServiceError `invalid_input` at `/document`; `queue_full`
   */
  readSemantics(document: string, requester: Requester): Promise<ReadSemantics>;
  close(): Promise<void>;
}

/** Counts from when a worker has the task, so it does not contain the wait. */
const timeMs = 2000;
/** A document of 20,000 lines of YAML takes two seconds. */
const documentMs = 10_000;
const limits = { timeMs, memoryBytes: 768 * 1024 * 1024 };

export function openForeignReader(): ForeignReader {
  const workers = openWorkers<ForeignTasks>('foreign', { handler: new URL('handler.ts', import.meta.url), limits });
  return {
    async judgeInput(schema, value, requester) {
      const excess = boundExceeded(schema, schemaBounds);
      if (excess) throw new ServiceError('tool_failed', `The input schema of the tool cannot be used: it ${excess}.`);
      return workers.run('judgeValue', { schema, value }, requester).catch((error) => {
        if (!(error instanceof WorkerEnded)) throw error;
        throw new ServiceError('tool_failed', `Checking the input by the schema of the tool ${takes(error, timeMs)}.`);
      });
    },
    async requireSchema(schema, pointer, requester) {
      const excess = boundExceeded(schema, schemaBounds);
      if (excess) throw invalidField(pointer, excess, 'too_long');
      const fault = await workers.run('checkSchema', { schema }, requester).catch(refuseAt(pointer, timeMs));
      if (fault !== undefined) throw invalidField(pointer, `is not a JSON Schema: ${fault}`);
    },
    judgeText: (schema, text, { pointer, requester }) =>
      workers.run('judgeText', { schema, text }, requester).catch(refuseAt(pointer, timeMs)),
    readHttpParams: (stored, requester) =>
      workers
        .run('readHttpParams', stored, requester, { limits: { ...limits, timeMs: documentMs } })
        .catch(refuseAt('/params/openapi', documentMs)),
    readSemantics: (document, requester) =>
      workers
        .run('readSemantics', document, requester, { limits: { ...limits, timeMs: documentMs } })
        .catch(refuseAt('/document', documentMs)),
    close: () => workers.close(),
  };
}

function refuseAt(pointer: string, milliseconds: number): (error: unknown) => never {
  return (error) => {
    throw error instanceof WorkerEnded
      ? invalidField(pointer, `${takes(error, milliseconds)} to read`, 'too_slow')
      : error;
  };
}

function takes({ reason }: WorkerEnded, milliseconds: number): string {
  return reason === 'time' ? `takes more than ${milliseconds} ms` : 'takes too much memory';
}
