import { ServiceError } from '../../../../errors.ts';
import type { Requester } from '../../../../platform/workers/fair-turns.ts';
import { WorkerEnded } from '../../../../platform/workers/worker-ended.ts';
import { openWorkers } from '../../../../platform/workers/workers.ts';
import type { GuardRequest, GuardTasks } from './handler.ts';

/** Checks SQL in workers, so that no text can block or end the service. */
export interface Guard {
  /** @throws ServiceError `query_refused`, `query_failed`, `queue_full`, `shutting_down` */
  judge(request: GuardRequest, requester: Requester): Promise<void>;
  close(): Promise<void>;
}

const limits = { timeMs: 5000, memoryBytes: 512 * 1024 * 1024 };

export function openGuard(): Guard {
  const workers = openWorkers<GuardTasks>('sqlGuard', { handler: new URL('handler.ts', import.meta.url), limits });
  return {
    judge: (request, requester) => workers.run('judgeSql', request, requester).catch(explain),
    close: () => workers.close(),
  };
}

/** No person writes a query that crashes the parser or takes long. */
function explain(error: unknown): never {
  if (!(error instanceof WorkerEnded)) throw error;
  const detail = 'The query is too much for the parser; write it more simply.';
  throw new ServiceError('query_refused', detail, { cause: error });
}
