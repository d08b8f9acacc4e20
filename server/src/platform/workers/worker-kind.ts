import type { PoolLimits } from './pool.ts';

/** The properties and limits of a kind of worker. */
export interface WorkerKind {
  /** A process can be killed and its memory is watched; a thread shares the memory of the service. */
  runtime: 'process' | 'thread';
  /** When absent, every task has a worker to itself, and its turn is taken elsewhere. */
  pool?: PoolLimits;
  /** Without a pool: whether a worker may do another task, of any project. When absent, it ends with its task. */
  reuse?: ReuseLimits;
  /** Limit of the JavaScript heap: fixed, or a share of the task's memory limit. */
  heap: { bytes: number } | { share: number };
  /** Up to this size the service does the work itself, within milliseconds, because a worker would cost more. */
  inlineBytes?: number;
  /** Milliseconds after which a cancelled task's worker is killed; 0 kills it at once. */
  graceMs: number;
  /** The same for one that does not hear it, because it computes without a break; the grace where absent. */
  hearMs?: number;
  /** `json` is faster for rows of objects; `advanced` transfers bytes and values that JSON cannot express. */
  serialization?: 'json' | 'advanced';
  /** Whether it takes long by its nature while nobody waits for a response: it has the lowest priority from its start. */
  isBackground?: boolean;
  /** Whether the service's log includes the worker's output. */
  isHeard?: boolean;
  flags?: readonly string[];
  /** Variables of the service's environment that it gets. */
  inherits?: readonly string[];
  environment?: Readonly<Record<string, string>>;
}

/** How long a worker may do further tasks. */
export interface ReuseLimits {
  /** How long an idle worker is kept. */
  idleMs: number;
  /** Number of tasks after which a worker ends, in case something of each stays behind. */
  tasks: number;
  /** A worker above this memory, or above an eighth of a task's limit, is not kept. */
  warmBytes: number;
}

export function heapBytesOf({ heap }: WorkerKind, memoryBytes: number): number {
  return 'bytes' in heap ? heap.bytes : memoryBytes * heap.share;
}
