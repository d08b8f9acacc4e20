/**
 * Returns the most that this thread worked in one turn of its event loop while `work` ran, in ms of processor time: what
 * a busy machine does meanwhile does not count.
 */
export async function standstillOf(work: () => Promise<unknown>): Promise<number> {
  let most = 0;
  let last = workedMs();
  const look = () => {
    const now = workedMs();
    most = Math.max(most, now - last);
    last = now;
  };
  const timer = setInterval(look, 1);
  try {
    await work();
  } finally {
    clearInterval(timer);
    look();
  }
  return most;
}

function workedMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
