const mostSlowness = 10;

/**
 * Returns how many times as long as alone this process took since its start, from 1 to 10, because others use the
 * processors. Reading of files counts as theirs.
 * @param seconds the age of the process
 * @param cpuSeconds its processor time
 */
export function slownessOf(seconds: number, cpuSeconds: number): number {
  return Math.min(mostSlowness, Math.max(1, seconds / cpuSeconds));
}

export function measureSlowness(): number {
  const { user, system } = process.cpuUsage();
  return slownessOf(performance.now() / 1000, (user + system) / 1e6);
}
