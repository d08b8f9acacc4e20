type Waiter = () => void;

/** Callers that wait, by lane. Lanes alternate: the one served last comes last. */
export class Lanes {
  readonly #lanes = new Map<string, Waiter[]>();

  push(lane: string, waiter: Waiter): void {
    const queue = this.#lanes.get(lane) ?? [];
    queue.push(waiter);
    this.#lanes.set(lane, queue);
  }

  shift(): Waiter | undefined {
    const [first] = this.#lanes;
    if (!first) return undefined;
    const [lane, queue] = first;
    const next = queue.shift();
    this.#lanes.delete(lane);
    if (queue.length > 0) this.#lanes.set(lane, queue);
    return next;
  }

  remove(lane: string, waiter: Waiter): void {
    const queue = this.#lanes.get(lane) ?? [];
    const left = queue.filter((one) => one !== waiter);
    if (left.length > 0) this.#lanes.set(lane, left);
    else this.#lanes.delete(lane);
  }
}
