/** A worker thread of the pool, which does its share of the jobs of one team after another. */
import { parentPort } from 'node:worker_threads';
import { createWasmKernel } from '../kernel/wasm.ts';
import type { Layout } from '../state/layout.ts';
import { jobOf, takeChunks } from './chunks.ts';
import { awaitChange, type Control, controlWords, viewControl } from './control.ts';
import type { Thread } from './jobs.ts';

/** Message from the main thread to a worker that joins a team. */
export interface Membership {
  memory: WebAssembly.Memory;
  module: WebAssembly.Module;
  layout: Layout;
  control: SharedArrayBuffer;
  /** From 1; the main thread is 0. */
  index: number;
}

/** Time after which an idle worker ends, because it holds the memory of its last training. */
const idleMilliseconds = 30_000;
const endLater = () => setTimeout(() => parentPort?.close(), idleMilliseconds);

function work(thread: Thread, control: Control): void {
  const { words } = control;
  for (let seen = 0; Atomics.load(words, controlWords.isClosing) === 0; ) {
    const ticket = Atomics.load(words, controlWords.ticket);
    if (jobOf(ticket) === seen) {
      awaitChange(words, controlWords.ticket, ticket);
      continue;
    }
    seen = jobOf(ticket);
    takeChunks(thread, control, seen);
  }
}

function join({ memory, module, layout, control: shared, index }: Membership): void {
  const control = viewControl(shared);
  try {
    const thread = { kernel: createWasmKernel(memory, module), layout, index };
    Atomics.add(control.words, controlWords.ready, 1);
    work(thread, control);
  } catch (error) {
    Atomics.add(control.words, controlWords.failed, 1);
    Atomics.notify(control.words, controlWords.done);
    throw error;
  }
}

let idling = endLater();
parentPort?.on('message', (membership: Membership) => {
  clearTimeout(idling);
  join(membership);
  idling = endLater();
});
