/** Rejects when the signal aborts, also where the work does not hear it. */
export async function untilAborted<Result>(signal: AbortSignal, work: Promise<Result>): Promise<Result> {
  const left = Promise.withResolvers<never>();
  const leave = () => left.reject(signal.reason);
  if (signal.aborted) leave();
  signal.addEventListener('abort', leave, { once: true });
  try {
    return await Promise.race([left.promise, work]);
  } finally {
    signal.removeEventListener('abort', leave);
  }
}
