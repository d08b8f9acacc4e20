import {
  type PerformanceEntry as Collection,
  constants,
  type NodeGCPerformanceDetail,
  PerformanceObserver,
} from 'node:perf_hooks';

/** A turn of the event loop: when it was, and the processor time that it took. */
interface Turn {
  from: number;
  to: number;
  workedMs: number;
}

type GarbageCollection = Collection & { detail: NodeGCPerformanceDetail };

/**
 * Returns the most that this thread worked in one turn of its event loop while `work` ran, in ms of processor time: what
 * a busy machine does meanwhile does not count, nor do collections of the whole heap, which is that of all tests here.
 */
export async function standstillOf(work: () => Promise<unknown>): Promise<number> {
  const turns: Turn[] = [];
  const collections = watchCollections();
  let last = { at: performance.now(), workedMs: workedMs() };
  const look = () => {
    const now = { at: performance.now(), workedMs: workedMs() };
    turns.push({ from: last.at, to: now.at, workedMs: now.workedMs - last.workedMs });
    last = now;
  };
  const timer = setInterval(look, 1);
  try {
    await work();
  } finally {
    clearInterval(timer);
    look();
  }
  const collected = await collections.end();
  return Math.max(...turns.map((turn) => turn.workedMs - overlapOf(turn, collected)));
}

function workedMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

function watchCollections() {
  const seen: Collection[] = [];
  const observer = new PerformanceObserver((list) => seen.push(...list.getEntries()));
  observer.observe({ entryTypes: ['gc'] });
  return {
    async end() {
      // Node tells of a collection in a later turn.
      for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setTimeout(resolve));
      seen.push(...observer.takeRecords());
      observer.disconnect();
      return seen.filter((one) => !isOfYoung(one as GarbageCollection));
    },
  };
}

/** Young garbage is that of the work itself. */
function isOfYoung({ detail }: GarbageCollection): boolean {
  return detail.kind === constants.NODE_PERFORMANCE_GC_MINOR;
}

/** Counts what of the collections was within the turn. */
function overlapOf({ from, to }: Turn, collections: Collection[]): number {
  return collections
    .map(({ startTime, duration }) => Math.min(to, startTime + duration) - Math.max(from, startTime))
    .filter((shared) => shared > 0)
    .reduce((sum, shared) => sum + shared, 0);
}
