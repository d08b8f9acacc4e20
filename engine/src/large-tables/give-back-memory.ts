/**
 * Collects garbage at once where the run time lets us (`--expose-gc`): what a stage left over is not to lie beside what the next
 * one takes.
 */
export function giveBackMemory(): void {
  globalThis.gc?.({ type: 'major', flavor: 'last-resort' });
}
