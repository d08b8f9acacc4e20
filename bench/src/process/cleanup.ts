/** What a benchmark must undo however it ends: by itself, by an error, or by Ctrl-C. */
const undoings: (() => void)[] = [];

/** `undo` runs once, synchronously, when the benchmark ends; the latest registered runs first. */
export function undoAtExit(undo: () => void): void {
  undoings.push(undo);
}

export function cleanUpOnExit(): void {
  process.on('exit', () => {
    for (const undo of undoings.reverse()) undo();
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(130));
}
