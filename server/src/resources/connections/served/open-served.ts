import { rm } from 'node:fs/promises';
import { takePieces } from '../../../platform/data/pieces.ts';
import type { Requester } from '../../../platform/workers/fair-turns.ts';
import { WorkerEnded } from '../../../platform/workers/worker-ended.ts';
import { openWorkers, singleWorkers } from '../../../platform/workers/workers.ts';
import type { EngineServices, OpenDatabase } from '../engine.ts';
import { cannotBeQueried } from '../failures.ts';
import { explainEnd } from '../limits.ts';
import { readCatalogPieces } from './catalog.ts';
import type { ServedEngine } from './drivers.ts';
import type { ServedTasks } from './handler.ts';

interface Served {
  engine: ServedEngine;
  parameters: object;
  /** The resolved and allowed address of the host, where the server is not called by HTTP. */
  address?: string;
  schemas: readonly string[];
  /** Refuses what is not one SELECT over the tables. */
  guard: OpenDatabase['guard'];
  /** Whether the server itself judges queries, too. */
  isJudged?: boolean;
}

const mebibyte = 1024 * 1024;
const handler = new URL('handler.ts', import.meta.url);
/** Besides the answer. */
const ownBytes = 512 * mebibyte;
/** Drivers end by themselves, unless they are busy with what came. */
const lateMs = 5000;
const checkMs = 60_000 + lateMs;
const openClients = () =>
  openWorkers<ServedTasks>('connection', { handler, limits: { timeMs: checkMs, memoryBytes: ownBytes } });
const exporters = singleWorkers<ServedTasks>('snapshot', handler);

/** Opens a database server: workers ask it, and pass its rows on as JSON. */
export function openServed(
  { engine, parameters, address = '', schemas, guard, isJudged = false }: Served,
  { data, shared, outgoingAllowed }: EngineServices,
): OpenDatabase {
  const clients = shared('served', openClients);
  const target = { engine, parameters, address, schemas, allowed: outgoingAllowed };
  return {
    schemas: schemas as [string, ...string[]],
    check: (requester) => clients.run('check', { target }, requester).catch(explainChecking),
    async readTables(requester) {
      const { pieces } = await takePieces((onProgress) =>
        clients.run('readTables', { target }, requester, { onProgress }).catch(explainChecking),
      );
      return readCatalogPieces(pieces);
    },
    async guard(question, requester) {
      await guard(question, requester);
      if (isJudged) await clients.run('judge', { target, sql: question.sql }, requester).catch(explainChecking);
    },
    async answer({ sql }, asked, requester) {
      const { maxBytes, timeoutMs } = asked;
      const limits = { timeMs: timeoutMs + lateMs, memoryBytes: maxBytes + ownBytes };
      const request = { target, sql, ...asked };
      return takePieces((onProgress) =>
        clients
          .run('answer', request, requester, { limits, onProgress })
          .catch(explainEnd(explainChecking, timeoutMs, maxBytes)),
      );
    },
    async keep({ sql }, { outputPath, maxBytes, timeoutMs, memoryBytes, signal, onRows }, requester: Requester) {
      const path = `${outputPath}.ndjson`;
      const limits = { timeMs: timeoutMs + lateMs, memoryBytes };
      const onProgress = (rows: unknown) => onRows(rows as number); // the handler reports nothing else
      try {
        const types = await exporters
          .run('exportRows', { target, sql, timeoutMs, maxBytes, outputPath: path }, { limits, signal, onProgress })
          .catch(explainEnd(explainChecking, timeoutMs, memoryBytes));
        await data.importFile({ path, format: 'ndjson', options: { types }, outputPath }, requester);
      } finally {
        await rm(path, { force: true });
      }
    },
    async close() {}, // workers close what they were not asked for lately
  };
}

function explainChecking(error: unknown): never {
  if (!(error instanceof WorkerEnded)) throw error;
  throw cannotBeQueried('reading its answer takes too long, too much memory, or breaks off', undefined, error);
}
