/**
 * The expected state after a crash. A record is in exactly one of its possible states. During a request, or forever if
 * its response never arrived, both the state before and the one after are possible.
 */
export class Ledger<State> {
  readonly #possible = new Map<string, readonly (State | undefined)[]>();
  readonly #writes = new Map<string, { acknowledged: number; unanswered: number }>();
  acknowledged = 0;
  unanswered = 0;

  /** Sends a request that changes a record's state; undefined means no record. */
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

  /** Returns the only possible state of a record. */
  state(name: string): State | undefined {
    return this.#possible.get(name)?.[0];
  }

  /** Counts acknowledged and unanswered writes of a record. */
  writes(name: string): { acknowledged: number; unanswered: number } {
    return this.#writes.get(name) ?? { acknowledged: 0, unanswered: 0 };
  }

  names(): string[] {
    return [...this.#possible.keys()];
  }

  possible(name: string): readonly (State | undefined)[] {
    return this.#possible.get(name) ?? [undefined];
  }

  /** Fixes the state after a look at the service. */
  settle(name: string, state: State | undefined): void {
    this.#possible.set(name, [state]);
  }
}
