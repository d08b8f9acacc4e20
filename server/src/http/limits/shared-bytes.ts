/** The owner of a body or an answer. */
export interface BodyOwner {
  /** Empty when it belongs to no project, or to one that the caller may not reach. */
  project: string;
  /** ID of the key, or the address without one. */
  caller: string;
}

/** Counts bytes in memory. No project and no key may hold more than is left free for the others. */
export class SharedBytes {
  /** Maximum bytes of all together. */
  readonly most: number;
  #bytes = 0;
  readonly #byProject = new Map<string, number>();
  readonly #byCaller = new Map<string, number>();

  constructor(most: number) {
    this.most = most;
  }

  /** A single body or answer always has room; `own` is the number of its bytes so far. */
  hasRoom({ project, caller }: BodyOwner, bytes: number, own: number): boolean {
    if (this.#bytes === own) return true;
    const free = this.most - this.#bytes - bytes;
    const ofProject = (this.#byProject.get(project) ?? 0) + bytes;
    const ofCaller = (this.#byCaller.get(caller) ?? 0) + bytes;
    return ofProject <= free && ofCaller <= free;
  }

  add({ project, caller }: BodyOwner, bytes: number): void {
    this.#bytes += bytes;
    addTo(this.#byProject, project, bytes);
    addTo(this.#byCaller, caller, bytes);
  }
}

function addTo(sums: Map<string, number>, key: string, bytes: number): void {
  const sum = (sums.get(key) ?? 0) + bytes;
  if (sum === 0) sums.delete(key);
  else sums.set(key, sum);
}
