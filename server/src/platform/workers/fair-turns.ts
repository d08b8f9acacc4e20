import type { Caller } from '../../caller.ts';
import { beyondLimit, type ServiceError } from '../../errors.ts';

/** Whose work it is: turns go round by project, and within one by key. */
export interface Asker {
  project: string;
  /** ID of the key or user. */
  caller: string;
  /** Fires when nobody waits for the work any more. */
  signal?: AbortSignal;
}

export function askerOf({ actor: caller }: Pick<Caller, 'actor'>, project: string, signal?: AbortSignal): Asker {
  return { project, caller, signal };
}

/** A place to work in, held until it is ended. */
export interface Turn {
  /** How long it was waited for: no part of the work's own time. */
  readonly waitedMs: number;
  /** Whether the project had no other place when it got this one. */
  readonly isFirst: boolean;
  end(): void;
}

export interface TurnUsage {
  busy: number;
  waiting: number;
}

interface Waiter {
  size: number;
  begin(): void;
  leave(reason: unknown): void;
}

/** What one project has at work and in the queue. */
interface Share {
  held: number;
  waiting: number;
  /** The number of its last turn. */
  lastTurn: number;
  /** By caller, in the order of their turns. */
  queues: Map<string, Waiter[]>;
}

export interface TurnLimits {
  /** Pieces of work at once. */
  places: number;
  /** What may wait altogether, in requests or by the size that comes with each. */
  waiting: { name: 'waiting_requests' | 'waiting_bytes'; value: number };
}

/**
 * Gives few places to many in fair turns. Whoever holds nothing always finds the next place: a project may hold, or let
 * wait, no more than is left free for the others (the dynamic threshold of shared buffers), and the project that holds
 * least goes first; of equals, the one whose turn is longest ago. Within a project its callers take turns alike.
 */
export class FairTurns {
  readonly #limits: TurnLimits;
  /** Of projects that hold a place or wait for one. */
  readonly #shares = new Map<string, Share>();
  #given = 0;
  #held = 0;
  #waiting = 0;

  constructor(limits: TurnLimits) {
    this.#limits = limits;
  }

  get usage(): TurnUsage {
    const queues = [...this.#shares.values()].flatMap((share) => [...share.queues.values()]);
    return { busy: this.#held, waiting: queues.reduce((sum, queue) => sum + queue.length, 0) };
  }

  /**
   * Resolves when the place is the asker's. A waiter whose signal fires leaves the queue.
   * @throws ServiceError `queue_full`, or the reason of the signal
   */
  async take({ project, caller, signal }: Asker, size = 1): Promise<Turn> {
    signal?.throwIfAborted();
    const share = this.#shareOf(project);
    const since = performance.now();
    if (share.waiting > 0 || !this.#mayHoldMore(share)) await this.#wait(share, { project, caller, signal }, size);
    else this.#hold(share);
    let isOver = false;
    return {
      waitedMs: performance.now() - since,
      isFirst: share.held === 1,
      end: () => {
        if (isOver) return;
        isOver = true;
        this.#free(project, share);
      },
    };
  }

  /** Turns away everybody who waits. */
  close(reason: Error): void {
    const queues = [...this.#shares.values()].flatMap((share) => [...share.queues.values()]);
    for (const waiter of queues.flat()) waiter.leave(reason);
  }

  #shareOf(project: string): Share {
    const share = this.#shares.get(project) ?? { held: 0, waiting: 0, lastTurn: 0, queues: new Map() };
    this.#shares.set(project, share);
    return share;
  }

  #mayHoldMore({ held }: Share): boolean {
    return held < this.#limits.places - this.#held;
  }

  #hold(share: Share): void {
    share.held += 1;
    share.lastTurn = ++this.#given;
    this.#held += 1;
  }

  #free(project: string, share: Share): void {
    share.held -= 1;
    this.#held -= 1;
    this.#forgetIdle(project, share);
    this.#giveOut();
  }

  async #wait(share: Share, { project, caller, signal }: Asker, size: number): Promise<void> {
    const queue = share.queues.get(caller) ?? [];
    if (!this.#hasRoom(share, queue, size)) {
      this.#forgetIdle(project, share);
      throw queueFull(this.#limits);
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiter: Waiter = {
      size,
      begin: () => {
        signal?.removeEventListener('abort', leave);
        resolve();
      },
      leave: (reason) => {
        signal?.removeEventListener('abort', leave);
        queue.splice(queue.indexOf(waiter), 1);
        if (queue.length === 0) share.queues.delete(caller);
        this.#count(share, -size);
        this.#forgetIdle(project, share);
        reject(reason);
      },
    };
    const leave = () => waiter.leave(signal?.reason);
    share.queues.set(caller, queue);
    queue.push(waiter);
    this.#count(share, size);
    signal?.addEventListener('abort', leave, { once: true });
    return promise;
  }

  /** No project takes the last room of the queue, and no caller that of the project. */
  #hasRoom(share: Share, queue: readonly Waiter[], size: number): boolean {
    const free = this.#limits.waiting.value - this.#waiting;
    const own = queue.reduce((sum, waiter) => sum + waiter.size, 0);
    return share.waiting + size <= free && 2 * own + size <= free;
  }

  #count(share: Share, size: number): void {
    share.waiting += size;
    this.#waiting += size;
  }

  #giveOut(): void {
    for (let share = this.#next(); share; share = this.#next()) {
      const [caller, queue] = share.queues.entries().next().value as [string, Waiter[]];
      const waiter = queue.shift() as Waiter;
      share.queues.delete(caller);
      if (queue.length > 0) share.queues.set(caller, queue);
      this.#count(share, -waiter.size);
      this.#hold(share);
      waiter.begin();
    }
  }

  #next(): Share | undefined {
    let next: Share | undefined;
    for (const share of this.#shares.values()) {
      if (share.queues.size === 0 || !this.#mayHoldMore(share)) continue;
      if (!next || share.held < next.held || (share.held === next.held && share.lastTurn < next.lastTurn)) next = share;
    }
    return next;
  }

  #forgetIdle(project: string, share: Share): void {
    if (share.held === 0 && share.queues.size === 0 && this.#shares.get(project) === share)
      this.#shares.delete(project);
  }
}

function queueFull({ waiting }: TurnLimits): ServiceError {
  const detail = 'Too much of this project or key waits for its turn already; try again a little later.';
  return beyondLimit('queue_full', detail, waiting);
}
