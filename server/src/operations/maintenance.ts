/**
 * Runs the tasks one after the other, now and then every hour. A task that fails runs again in the next round.
 * @returns a function that ends it once the running task is done
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
