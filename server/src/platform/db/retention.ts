const usualBatch = 5000;
const dayMs = 24 * 3_600_000;

/**
 * Deletes rows older than `days` in batches, so that other writers do not wait long.
 * `deleteSome` deletes at most `limit` rows from before `time` and returns the count; infinite days delete nothing.
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
