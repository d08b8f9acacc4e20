import { isStorageFull, storageFull } from '../../errors.ts';
import { packError } from './envelope.ts';
import type { ToWorker } from './messages.ts';
import { openServicePort, type ServicePort } from './service-port.ts';

/** What a handler gets beside the request. */
export interface Task {
  /** Whether the task was cancelled. A process that computes without a break does not notice. */
  isCancelled(): boolean;
  report(progress: unknown): Promise<void>;
  /** Transfers bytes of the result to the service instead of copying them; only useful in a thread. */
  move(buffers: readonly ArrayBuffer[]): void;
}

/** Handlers by task name: each receives a request and returns a result, or throws. */
// biome-ignore lint/suspicious/noExplicitAny: each handler has a request of its own
export type Handlers = Record<string, (request: any, task: Task) => unknown>;

/** The main function of a worker: it runs one task after another. `onCancel` interrupts the running one. */
export function serveTasks(handlers: Handlers, onCancel = () => {}): void {
  const port = openServicePort();
  let running = { isCancelled: false };
  port.onMessage((message: ToWorker) => {
    if (message.type === 'cancel') {
      running.isCancelled = true;
      port.send({ type: 'cancelling' });
      onCancel();
    } else {
      running = { isCancelled: false };
      perform(port, running, handlers[message.name], message.request);
    }
  });
  port.send({ type: 'ready', thread: port.thread });
}

async function perform(
  port: ServicePort,
  running: { isCancelled: boolean },
  handler: Handlers[string],
  request: unknown,
): Promise<void> {
  let moved: readonly ArrayBuffer[] = [];
  const task: Task = {
    isCancelled() {
      running.isCancelled ||= port.poll()?.type === 'cancel'; // no other message can arrive during a task
      return running.isCancelled;
    },
    report: (event) => port.send({ type: 'progress', event }),
    move(buffers) {
      moved = buffers;
    },
  };
  const outcome = await outcomeOf(() => handler(request, task));
  port.send({ ...outcome, heldBytes: port.heldBytes() }, moved);
}

async function outcomeOf(work: () => unknown) {
  try {
    return { type: 'result' as const, result: await work() };
  } catch (thrown) {
    return { type: 'error' as const, error: packError(isStorageFull(thrown) ? storageFull(thrown) : thrown) };
  }
}
