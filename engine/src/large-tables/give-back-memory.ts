/**
 * Collects garbage at once where the runtime allows it (`--expose-gc`), so that leftovers of one stage do not add to
 * the memory of the next.
 */
export function giveBackMemory(): void {
  globalThis.gc?.({ type: 'major', flavor: 'last-resort' });
}
