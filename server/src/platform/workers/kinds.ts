import { availableParallelism } from 'node:os';
import type { PoolLimits } from './pool.ts';

/** What a worker of a kind is, and what it may take. */
export interface WorkerKind {
  /** A process can be killed and its memory is watched; a thread shares the memory of the service. */
  runtime: 'process' | 'thread';
  /** Absent: every task has a worker of its own, and its turn is taken elsewhere. */
  pool?: PoolLimits;
  /** Limit of the JavaScript heap: fixed, or a share of the memory that a task may take. */
  heap: { bytes: number } | { share: number };
  /** Up to this size the service does the work itself, in milliseconds: a worker would cost more. */
  inlineBytes?: number;
  /** How long a cancelled task may go on before its worker is killed. 0: it is killed at once. */
  graceMs: number;
  /** `json` is faster for rows of objects; `advanced` carries bytes and what JSON cannot say. */
  serialization?: 'json' | 'advanced';
  /** Whether the log of the service shows what the worker writes. */
  isHeard?: boolean;
  flags?: readonly string[];
  environment?: Readonly<Record<string, string>>;
}

const mebibyte = 1024 * 1024;
const requests = (value: number) => ({ name: 'waiting_requests', value }) as const;
const bytes = (value: number) => ({ name: 'waiting_bytes', value }) as const;

/** DuckDB interrupts most statements within milliseconds. The collector is told of memory that it does not see. */
const duckdb = {
  runtime: 'process',
  heap: { bytes: 512 * mebibyte },
  graceMs: 300,
  isHeard: true,
  flags: ['--expose-gc'],
} as const;
const warmDuckdb = { idleMs: 45_000, lendAfterMs: 5000, warmBytes: 400 * mebibyte };

/** Beside DuckDB the process holds a model and the rows of one piece. */
const predicting = { heap: { bytes: 1024 * mebibyte }, serialization: 'advanced' } as const;

/** Nothing can interrupt a reader of a file: it is killed. */
const reading = { runtime: 'process', serialization: 'advanced', graceMs: 0 } as const;

/** Lets the C library hand freed megabytes back to the system instead of keeping them for later. */
const givingBack = { MALLOC_MMAP_THRESHOLD_: '1048576', MALLOC_TRIM_THRESHOLD_: '1048576' };

/** Every kind of worker. A new one is an entry here and a handler file that calls `serveTasks`. */
export const workerKinds = {
  import: { ...duckdb, pool: { ...warmDuckdb, workers: 3, waiting: requests(200) } },
  query: { ...duckdb, pool: { ...warmDuckdb, workers: 4, waiting: requests(400) } },
  snapshot: duckdb,
  backup: { runtime: 'process', heap: { bytes: 512 * mebibyte }, graceMs: 0, isHeard: true },
  filePrediction: {
    ...duckdb,
    ...predicting,
    pool: { workers: 2, waiting: requests(200), idleMs: 45_000, warmBytes: 400 * mebibyte },
  },
  predictionJob: { ...duckdb, ...predicting },
  document: {
    ...reading,
    heap: { share: 0.6 }, // the rest is for what lies outside of the heap
    inlineBytes: 64 * 1024,
    pool: { workers: 3, waiting: requests(200), idleMs: 30_000, lendAfterMs: 5000, warmBytes: 300 * mebibyte },
  },
  modelFile: {
    ...reading,
    heap: { share: 0.75 },
    inlineBytes: 256 * 1024,
    pool: { workers: 2, waiting: requests(50), idleMs: 30_000, warmBytes: 200 * mebibyte },
  },
  sqlGuard: {
    runtime: 'process',
    heap: { bytes: 128 * mebibyte },
    graceMs: 0,
    flags: ['--liftoff-only'], // to optimise the parser takes half a gigabyte and gains nothing here
    pool: { workers: 3, waiting: requests(400), idleMs: 45_000, warmBytes: 300 * mebibyte },
  },
  training: {
    runtime: 'process',
    serialization: 'advanced',
    heap: { share: 1 },
    graceMs: 0,
    isHeard: true,
    flags: ['--expose-gc'],
    environment: givingBack,
  },
  prediction: {
    runtime: 'thread',
    heap: { bytes: 2048 * mebibyte }, // ten times what a body of 10 MB and its answer need
    graceMs: 10_000,
    // One core stays for the main thread; with fewer than two threads one project could hold all.
    pool: {
      workers: Math.max(2, Math.min(4, availableParallelism() - 1)),
      waiting: bytes(64 * mebibyte),
      idleMs: 30_000,
      warmBytes: Number.POSITIVE_INFINITY,
    },
  },
} as const satisfies Record<string, WorkerKind>;

type KindName = keyof typeof workerKinds;
export type PooledKind = {
  [Name in KindName]: 'pool' extends keyof (typeof workerKinds)[Name] ? Name : never;
}[KindName];
export type SingleKind = Exclude<KindName, PooledKind>;

export function heapBytesOf({ heap }: WorkerKind, memoryBytes: number): number {
  return 'bytes' in heap ? heap.bytes : memoryBytes * heap.share;
}
