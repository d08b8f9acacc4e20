import { availableParallelism } from 'node:os';
import type { WorkerKind } from './worker-kind.ts';

const mebibyte = 1024 * 1024;
const requests = (value: number) => ({ name: 'waiting_requests', value }) as const;
const bytes = (value: number) => ({ name: 'waiting_bytes', value }) as const;

/**
 * DuckDB interrupts most statements within milliseconds. The garbage collector must be called for memory that it does
 * not see.
 */
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

/** A file reader cannot be interrupted, so it is killed. */
const reading = { runtime: 'process', serialization: 'advanced', graceMs: 0 } as const;

/** One core stays for the main thread; with fewer than two threads one project could hold all. */
const threads = Math.max(2, Math.min(4, availableParallelism() - 1));

/** Where the operator put the certificates that servers are checked by. */
const certificates = ['NODE_EXTRA_CA_CERTS', 'NODE_USE_SYSTEM_CA', 'SSL_CERT_FILE', 'SSL_CERT_DIR'];

/** Makes the C library return freed memory to the system instead of keeping it. */
const givingBack = { MALLOC_MMAP_THRESHOLD_: '1048576', MALLOC_TRIM_THRESHOLD_: '1048576' };

/** All kinds of worker. A new one needs an entry here and a handler file that calls `serveTasks`. */
export const workerKinds = {
  import: { ...duckdb, serialization: 'advanced', pool: { ...warmDuckdb, workers: 3, waiting: requests(200) } },
  query: { ...duckdb, serialization: 'advanced', pool: { ...warmDuckdb, workers: 4, waiting: requests(400) } },
  snapshot: { ...duckdb, isBackground: true, inherits: certificates },
  backup: { runtime: 'process', isBackground: true, heap: { bytes: 512 * mebibyte }, graceMs: 0, isHeard: true },
  filePrediction: {
    ...duckdb,
    ...predicting,
    pool: { workers: 2, waiting: requests(200), idleMs: 45_000, warmBytes: 400 * mebibyte },
  },
  predictionJob: { ...duckdb, ...predicting, isBackground: true },
  document: {
    ...reading,
    heap: { share: 0.6 }, // the rest is for memory outside of the heap
    inlineBytes: 8 * 1024, // of headings alone it is two thousand passages
    pool: { workers: 3, waiting: requests(200), idleMs: 30_000, lendAfterMs: 5000, warmBytes: 300 * mebibyte },
  },
  modelFile: {
    ...reading,
    heap: { share: 0.75 },
    pool: { workers: 2, waiting: requests(50), idleMs: 30_000, warmBytes: 200 * mebibyte },
  },
  /** Reads what foreign databases answer. It mostly waits for them, so there are more than cores. */
  connection: {
    runtime: 'process',
    serialization: 'advanced',
    heap: { bytes: 1024 * mebibyte },
    graceMs: 1000, // in which the driver ends the query in the database
    inherits: certificates,
    pool: { workers: 8, waiting: requests(400), idleMs: 45_000, warmBytes: 250 * mebibyte },
  },
  sqlGuard: {
    runtime: 'process',
    heap: { bytes: 128 * mebibyte },
    graceMs: 0,
    flags: ['--liftoff-only'], // optimising the parser would take half a gigabyte without benefit
    pool: { workers: 3, waiting: requests(400), idleMs: 45_000, warmBytes: 300 * mebibyte },
  },
  /** Runs a language model of the operator's folder: one question at a time, and what is loaded serves all projects. */
  languageModel: {
    runtime: 'process',
    heap: { bytes: 1024 * mebibyte },
    graceMs: 5000, // a piece of a prompt is read to its end
    hearMs: 1000, // a chat template may loop for ever
    inherits: ['PATH', 'LD_LIBRARY_PATH', 'CUDA_VISIBLE_DEVICES', 'GGML_VK_VISIBLE_DEVICES'],
    pool: {
      workers: 1,
      waiting: requests(100),
      idleMs: 300_000,
      isShared: true,
      warmBytes: Number.POSITIVE_INFINITY, // the weights themselves
    },
  },
  chart: {
    ...reading,
    heap: { bytes: 384 * mebibyte },
    pool: { workers: 2, waiting: requests(100), idleMs: 30_000, warmBytes: 300 * mebibyte },
  },
  training: {
    runtime: 'process',
    isBackground: true,
    serialization: 'advanced',
    heap: { share: 1 },
    graceMs: 0,
    isHeard: true,
    flags: ['--expose-gc'],
    environment: givingBack,
    reuse: { idleMs: 30_000, tasks: 25, warmBytes: 256 * mebibyte },
  },
  /** Reads training rows once for each watched version, and tells them apart from asked rows once for each window. */
  watching: { ...duckdb, serialization: 'advanced', isBackground: true },
  /** Lets challengers answer sampled rows, one after another for all projects. */
  shadow: {
    runtime: 'process',
    serialization: 'advanced',
    isBackground: true,
    heap: { bytes: 1024 * mebibyte },
    graceMs: 0,
    pool: { workers: 1, waiting: requests(20), idleMs: 45_000, isShared: true, warmBytes: 300 * mebibyte },
  },
  /** A regular expression gives way to nothing but a kill. The end of a thread with a full heap holds the main thread. */
  foreign: {
    runtime: 'process',
    heap: { bytes: 384 * mebibyte },
    graceMs: 0,
    pool: { workers: threads, waiting: requests(400), idleMs: 45_000, warmBytes: 300 * mebibyte },
  },
  /** Writes the OpenAPI document and shows the playground, which is kept for the next paths of the same visitor. */
  documentation: {
    runtime: 'thread',
    heap: { bytes: 512 * mebibyte },
    graceMs: 0,
    pool: { workers: 1, waiting: requests(200), idleMs: 10_000, isShared: true, warmBytes: Number.POSITIVE_INFINITY },
  },
  planning: {
    runtime: 'thread',
    heap: { bytes: 512 * mebibyte },
    graceMs: 0, // it cannot be interrupted
    pool: { workers: threads, waiting: requests(200), idleMs: 30_000, warmBytes: Number.POSITIVE_INFINITY },
  },
  prediction: {
    runtime: 'thread',
    heap: { bytes: 2048 * mebibyte }, // ten times what a body of 10 MB and its response need
    graceMs: 10_000,
    pool: {
      workers: threads,
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
