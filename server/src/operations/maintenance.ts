/**
 * Runs all tasks now and then hourly, one after another. A failed task runs again in the next round.
 * Returns a function that stops the rounds; it resolves when the current task has ended.
 */
export function runMaintenance(
  tasks: (() => Promise<unknown>)[],
  onError: (error: unknown) => void,
): () => Promise<void> {
  let round = Promise.resolve();
  let stopped = false;
  const run = async () => {
    for (const task of tasks) if (!stopped) await task().catch(onError);
  };
  const begin = () => {
    round = round.then(run);
  };
  begin();
  const timer = setInterval(begin, 3_600_000).unref();
  return () => {
    stopped = true;
    clearInterval(timer);
    return round;
  };
}
