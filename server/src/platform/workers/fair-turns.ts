import type { Caller } from '../../caller.ts';
import { beyondLimit, type ServiceError } from '../../errors.ts';
import { ProjectShare, type Waiter } from './project-share.ts';

/** The owner of a piece of work. Turns alternate by project, and within a project by key. */
export interface Requester {
  project: string;
  /** ID of the key or user. */
  caller: string;
  /** Aborted when nobody waits for the work any more. */
  signal?: AbortSignal;
}

export function requesterOf(
  { actor: caller }: Pick<Caller, 'actor'>,
  project: string,
  signal?: AbortSignal,
): Requester {
  return { project, caller, signal };
}

/** The right to one place, held until `end` is called. */
export interface Turn {
  /** Time spent in the queue, which does not count as time of the work. */
  readonly waitedMs: number;
  /** Whether the project had no other place when it got this one. */
  readonly isFirst: boolean;
  end(): void;
}

export interface TurnUsage {
  busy: number;
  waiting: number;
}

export interface TurnLimits {
  /** Maximum concurrent pieces of work. */
  places: number;
  /** Maximum waiting work of all projects, in requests or by their size. */
  waiting: { name: 'waiting_requests' | 'waiting_bytes'; value: number };
}

/**
 * Shares places among projects. A project may hold, or queue, no more than is left free for the others (the dynamic
 * threshold of shared buffers). The project with the fewest places goes first; among equals, the one whose last turn is
 * longest ago. Callers within a project alternate in the same way.
 */
export class FairTurns {
  readonly #limits: TurnLimits;
  /** The projects that hold a place or wait for one. */
  readonly #shares = new Map<string, ProjectShare>();
  #given = 0;
  #held = 0;
  #waiting = 0;

  constructor(limits: TurnLimits) {
    this.#limits = limits;
  }

  get usage(): TurnUsage {
    const waiting = [...this.#shares.values()].reduce((sum, share) => sum + share.waiters.length, 0);
    return { busy: this.#held, waiting };
  }

  /**
   * Resolves when the requester has a place. An aborted waiter leaves the queue.
   * @throws ServiceError `queue_full`, or the reason of the signal
   */
  async take({ project, caller, signal }: Requester, size = 1): Promise<Turn> {
    signal?.throwIfAborted();
    const share = this.#shareOf(project);
    const since = performance.now();
    if (share.isWaiting || !this.#mayHoldMore(share)) await this.#wait(share, { project, caller, signal }, size);
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

  /** Rejects all waiters. */
  close(reason: Error): void {
    for (const waiter of [...this.#shares.values()].flatMap(({ waiters }) => waiters)) waiter.leave(reason);
  }

  #shareOf(project: string): ProjectShare {
    const share = this.#shares.get(project) ?? new ProjectShare();
    this.#shares.set(project, share);
    return share;
  }

  #mayHoldMore({ held }: ProjectShare): boolean {
    return held < this.#limits.places - this.#held;
  }

  #hold(share: ProjectShare): void {
    share.held += 1;
    share.lastTurn = ++this.#given;
    this.#held += 1;
  }

  #free(project: string, share: ProjectShare): void {
    share.held -= 1;
    this.#held -= 1;
    this.#forgetIdle(project, share);
    this.#giveOut();
  }

  async #wait(share: ProjectShare, { project, caller, signal }: Requester, size: number): Promise<void> {
    if (!share.hasRoom(caller, size, this.#limits.waiting.value - this.#waiting)) {
      this.#forgetIdle(project, share);
      throw queueFull(this.#limits);
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = () => waiter.leave(signal?.reason);
    const waiter: Waiter = {
      size,
      begin: () => {
        signal?.removeEventListener('abort', leave);
        resolve();
      },
      leave: (reason) => {
        signal?.removeEventListener('abort', leave);
        share.remove(caller, waiter);
        this.#waiting -= size;
        this.#forgetIdle(project, share);
        reject(reason);
      },
    };
    share.add(caller, waiter);
    this.#waiting += size;
    signal?.addEventListener('abort', leave, { once: true });
    return promise;
  }

  #giveOut(): void {
    for (let share = this.#next(); share; share = this.#next()) {
      const waiter = share.shift();
      this.#waiting -= waiter.size;
      this.#hold(share);
      waiter.begin();
    }
  }

  #next(): ProjectShare | undefined {
    let next: ProjectShare | undefined;
    for (const share of this.#shares.values())
      if (share.isWaiting && this.#mayHoldMore(share) && (!next || goesBefore(share, next))) next = share;
    return next;
  }

  #forgetIdle(project: string, share: ProjectShare): void {
    if (share.isIdle && this.#shares.get(project) === share) this.#shares.delete(project);
  }
}

/** The project with fewer places goes first; among equals, the one whose last turn is longest ago. */
function goesBefore(one: ProjectShare, other: ProjectShare): boolean {
  return one.held < other.held || (one.held === other.held && one.lastTurn < other.lastTurn);
}

function queueFull({ waiting }: TurnLimits): ServiceError {
  const detail = 'Too much of this project or key waits for its turn already; try again a little later.';
  return beyondLimit('queue_full', detail, waiting);
}
