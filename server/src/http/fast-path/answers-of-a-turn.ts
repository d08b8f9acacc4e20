/** A whole request: `answer` works out what `send` then writes. */
export interface WholeRequest {
  answer(): void;
  send(): void;
}

/** The first of many must not wait for the last, nor for a large one. */
const [mostTogether, longestMs] = [32, 1];

/**
 * Answers the requests that arrive in one turn of the event loop one after another, and then sends the answers. So a
 * model stays in the caches of the processor, out of which each write to a socket would drive a part of it.
 */
export class AnswersOfATurn {
  #waiting: WholeRequest[] = [];

  add(request: WholeRequest): void {
    if (this.#waiting.length === 0) setImmediate(this.#answerAll);
    this.#waiting.push(request);
  }

  readonly #answerAll = () => {
    const requests = this.#waiting;
    this.#waiting = [];
    for (let start = 0; start < requests.length; ) {
      const end = answerSome(requests, start);
      for (let place = start; place < end; place += 1) requests[place].send();
      start = end;
    }
  };
}

/** Returns the place behind the last request that it answered, which is at least one. */
function answerSome(requests: readonly WholeRequest[], start: number): number {
  const until = performance.now() + longestMs;
  let place = start;
  do {
    requests[place].answer();
    place += 1;
  } while (place < Math.min(requests.length, start + mostTogether) && performance.now() < until);
  return place;
}
