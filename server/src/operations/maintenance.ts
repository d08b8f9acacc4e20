/**
 * Runs all chores at once and then every hour, one after the other; one that fails is tried again in the next round.
 * What comes back ends it, after the chore that runs.
 */
export function runMaintenance(
  chores: (() => Promise<unknown>)[],
  onError: (error: unknown) => void,
): () => Promise<void> {
  let round = Promise.resolve();
  let stopped = false;
  const run = async () => {
    for (const chore of chores) if (!stopped) await chore().catch(onError);
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
