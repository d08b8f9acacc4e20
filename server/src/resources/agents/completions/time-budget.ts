import type { AnswerParams } from '../schemas.ts';

/** Share of the time after which tools must end; the rest is for an answer from the results so far. */
const shareOfTools = 0.8;

/** The time limit of one answer, and everything that may end it earlier. */
export class TimeBudget {
  readonly milliseconds: number;
  readonly isCallers: boolean;
  /** Aborted when the caller disconnects or the time is up. */
  readonly signal: AbortSignal;
  /** Aborts tools only, and earlier. */
  readonly toolSignal: AbortSignal;
  readonly #hard = new AbortController();
  readonly #soft = new AbortController();
  readonly #caller: AbortSignal;
  readonly #timers: NodeJS.Timeout[];

  /** @param isCallers whether the caller set the limit, and not the agent's editor or the operator */
  constructor(milliseconds: number, caller: AbortSignal, isCallers = false) {
    this.milliseconds = milliseconds;
    this.isCallers = isCallers;
    this.#caller = caller;
    this.signal = AbortSignal.any([caller, this.#hard.signal]);
    this.toolSignal = AbortSignal.any([this.signal, this.#soft.signal]);
    const timeUp = () => new DOMException('the time for this answer is up', 'TimeoutError');
    this.#timers = [
      setTimeout(() => this.#soft.abort(timeUp()), milliseconds * shareOfTools),
      setTimeout(() => this.#hard.abort(timeUp()), milliseconds),
    ];
  }

  /** Whether the time for tools is over. */
  get isShort(): boolean {
    return this.#soft.signal.aborted;
  }

  get isUp(): boolean {
    return this.#hard.signal.aborted;
  }

  /** Whether the caller disconnected. */
  get wasLeft(): boolean {
    return this.#caller.aborted;
  }

  [Symbol.dispose](): void {
    for (const timer of this.#timers) clearTimeout(timer);
  }
}

/** Opens the budget of an answer: what the agent sets, or the caller below it (`met`), and the operator's limit at most. */
export function openBudget(
  most: number,
  agent: Pick<AnswerParams, 'timeout_ms'>,
  met: Pick<AnswerParams, 'timeout_ms'>,
  caller: AbortSignal,
): TimeBudget {
  const [ofAgent, ofCaller] = [agent, met].map(({ timeout_ms = most }) => Math.min(timeout_ms, most));
  return new TimeBudget(ofCaller, caller, ofCaller < ofAgent);
}
