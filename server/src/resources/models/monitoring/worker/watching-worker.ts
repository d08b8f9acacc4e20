import { singleWorkers } from '../../../../platform/workers/workers.ts';
import type { Compared, ComparisonRequest } from '../../retraining/compare.ts';
import type { Reference } from '../reference.ts';
import type { WatchingTasks } from './handler.ts';
import type { Apart, ApartRequest, ReferenceRequest } from './messages.ts';

const limits = { memoryBytes: 1536 * 1024 * 1024, timeMs: 120_000 };
const workers = singleWorkers<WatchingTasks>('watching', new URL('handler.ts', import.meta.url));

/** Sorts training rows into bins, in a process of its own. */
export function makeReference(request: ReferenceRequest): Promise<Reference> {
  return workers.run('makeReference', request, { limits });
}

/** Learns to tell the asked rows of some windows from training rows, in a process of its own. */
export function tellApart(requests: readonly ApartRequest[], signal: AbortSignal): Promise<(Apart | undefined)[]> {
  const timeMs = limits.timeMs * requests.length; // on a busy machine the lowest priority takes its time
  return workers.run('tellApart', requests, { limits: { ...limits, timeMs }, signal });
}

/** Compares a version with its challenger on the newest rows, in a process of its own. */
export function compareVersions(request: ComparisonRequest, signal: AbortSignal): Promise<Compared | undefined> {
  return workers.run('compareVersions', request, { limits, signal });
}
