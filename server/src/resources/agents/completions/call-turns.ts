/** Runs pieces of work, some at once and the others in order. */
export type AtOnce = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Maximum tool calls that one question runs at once at each depth of agents that ask each other. */
const mostAtOnce = 5;

/**
 * The turns of the tool calls of one question. An agent that is asked by a tool takes turns of its own depth, so that it
 * never waits for the call that asked it.
 */
export class CallTurns {
  readonly #depths: AtOnce[] = [];

  at(depth: number): AtOnce {
    this.#depths[depth] ??= limitAtOnce(mostAtOnce);
    return this.#depths[depth];
  }
}

function limitAtOnce(most: number): AtOnce {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= most) await new Promise<void>((begin) => waiting.push(begin));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
