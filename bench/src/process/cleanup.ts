/** Undo functions that run however a benchmark ends: normally, by an error, or by Ctrl-C. */
const undoFunctions: (() => void)[] = [];

/** Registers `undo` to run once, synchronously, when the benchmark ends; the latest runs first. */
export function undoAtExit(undo: () => void): void {
  undoFunctions.push(undo);
}

export function cleanUpOnExit(): void {
  process.on('exit', () => {
    for (const undo of undoFunctions.reverse()) undo();
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(130));
}
