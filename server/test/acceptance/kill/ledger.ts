/**
 * What must be there after a crash. A record is in exactly one of its possible states; while a request is open, and for
 * ever when its answer never came, the state before it and the one after it are both possible.
 */
export class Ledger<State> {
  readonly #possible = new Map<string, readonly (State | undefined)[]>();
  readonly #writes = new Map<string, { acknowledged: number; unanswered: number }>();
  acknowledged = 0;
  unanswered = 0;

  /** Sends a request that moves a record to another state; undefined is a record that is not there. */
  async write(name: string, next: State | undefined, request: () => Promise<unknown>): Promise<void> {
    this.#possible.set(name, [...this.possible(name), next]);
    const { acknowledged, unanswered } = this.writes(name);
    this.unanswered += 1;
    this.#writes.set(name, { acknowledged, unanswered: unanswered + 1 });
    await request();
    this.unanswered -= 1;
    this.acknowledged += 1;
    this.#writes.set(name, { acknowledged: acknowledged + 1, unanswered });
    this.#possible.set(name, [next]);
  }

  /** The one state that a record is known to be in. */
  state(name: string): State | undefined {
    return this.#possible.get(name)?.[0];
  }

  /** How many writes of a record were acknowledged, and how many never answered. */
  writes(name: string): { acknowledged: number; unanswered: number } {
    return this.#writes.get(name) ?? { acknowledged: 0, unanswered: 0 };
  }

  names(): string[] {
    return [...this.#possible.keys()];
  }

  possible(name: string): readonly (State | undefined)[] {
    return this.#possible.get(name) ?? [undefined];
  }

  /** Once it was looked up which one is true. */
  settle(name: string, state: State | undefined): void {
    this.#possible.set(name, [state]);
  }
}
