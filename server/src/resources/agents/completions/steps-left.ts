import type { Limits } from '../../projects/limits.ts';
import type { AnswerParams } from '../schemas.ts';

/** Returns the maximum calls of its own that an agent may make. */
export function mostSteps(
  { max_steps }: Pick<AnswerParams, 'max_steps'>,
  { completion_steps }: Pick<Limits, 'completion_steps'>,
): number {
  return Math.min(max_steps ?? completion_steps, completion_steps);
}

/**
 * The calls of its language model that an agent may still make for one answer. Agents that ask each other share what the
 * whole answer may take, and each keeps one of it for its own words.
 */
export class StepsLeft implements Disposable {
  readonly #shared: { left: number };
  #own: number;
  #keepsOne = true;

  /** @param own maximum calls of this agent; the first one says with `shared` what the whole answer may take */
  constructor(own: number, shared = { left: own }) {
    this.#own = own;
    this.#shared = shared;
    shared.left -= 1;
  }

  /** Returns the steps of an agent that is asked; undefined where not even its answer has one left. */
  ofAnother(own: number): StepsLeft | undefined {
    return this.#shared.left > 0 ? new StepsLeft(own, this.#shared) : undefined;
  }

  /** Whether what the whole answer may take is used up. */
  get areUsedUp(): boolean {
    return this.#shared.left <= 0;
  }

  /** Takes a step. Returns whether it is the last, in which the agent must answer. */
  take(): boolean {
    this.#own -= 1;
    if (this.#own > 0 && this.#shared.left > 0) {
      this.#shared.left -= 1;
      return false;
    }
    this.#keepsOne = false;
    return true;
  }

  /** Gives back what was kept for an answer that came earlier. */
  [Symbol.dispose](): void {
    if (this.#keepsOne) this.#shared.left += 1;
    this.#keepsOne = false;
  }
}
