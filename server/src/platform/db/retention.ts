const usualBatch = 5000;
const dayMs = 24 * 3_600_000;

/**
 * Deletes what is older than so many days, some at a time, so that no other writer waits long.
 * `deleteSome` deletes at most `limit` rows from before `time` and answers how many; infinitely many days delete nothing.
 */
export async function deleteOlderThan(
  days: number,
  deleteSome: (time: string, limit: number) => Promise<number>,
  batch = usualBatch,
): Promise<void> {
  if (!Number.isFinite(days)) return;
  const time = new Date(Date.now() - days * dayMs).toISOString();
  while ((await deleteSome(time, batch)) === batch);
}
