/** Work that waits for a place. */
export interface Waiter {
  size: number;
  begin(): void;
  leave(reason: unknown): void;
}

/** The running and waiting work of one project. Its callers alternate. */
export class ProjectShare {
  /** Number of places that it holds. */
  held = 0;
  /** Number of its last turn. */
  lastTurn = 0;
  #waiting = 0;
  /** By caller, in the order of their turns. */
  readonly #queues = new Map<string, Waiter[]>();

  get waiters(): Waiter[] {
    return [...this.#queues.values()].flat();
  }

  get isWaiting(): boolean {
    return this.#queues.size > 0;
  }

  get isIdle(): boolean {
    return this.held === 0 && !this.isWaiting;
  }

  /** Returns whether there is room: no project takes the last room of the queue, and no caller that of its project. */
  hasRoom(caller: string, size: number, free: number): boolean {
    const own = (this.#queues.get(caller) ?? []).reduce((sum, waiter) => sum + waiter.size, 0);
    return this.#waiting + size <= free && 2 * own + size <= free;
  }

  add(caller: string, waiter: Waiter): void {
    const queue = this.#queues.get(caller) ?? [];
    queue.push(waiter);
    this.#queues.set(caller, queue);
    this.#waiting += waiter.size;
  }

  remove(caller: string, waiter: Waiter): void {
    const queue = this.#queues.get(caller) ?? [];
    queue.splice(queue.indexOf(waiter), 1);
    if (queue.length === 0) this.#queues.delete(caller);
    this.#waiting -= waiter.size;
  }

  /** Returns the next work; its caller goes to the end of the round. */
  shift(): Waiter {
    const [caller, queue] = this.#queues.entries().next().value as [string, Waiter[]];
    const waiter = queue[0];
    this.#queues.delete(caller);
    this.#queues.set(caller, queue);
    this.remove(caller, waiter);
    return waiter;
  }
}
