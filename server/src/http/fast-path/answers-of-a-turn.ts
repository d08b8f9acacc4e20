/** A whole request: `answer` works out what `send` then writes. */
export interface WholeRequest {
  answer(): void;
  send(): void;
}

/** As many answers take less than a millisecond; the first of more must not wait for the last. */
const mostTogether = 32;

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
    for (let start = 0; start < requests.length; start += mostTogether) {
      const end = Math.min(requests.length, start + mostTogether);
      for (let place = start; place < end; place += 1) requests[place].answer();
      for (let place = start; place < end; place += 1) requests[place].send();
    }
  };
}
