/** A training may take this much of its budget, and half a second. */
const [mostOfBudget, mostBeyond] = [1.1, 0.5];
/** A process with less of a processor than this was kept waiting by others. */
const fairShare = 0.7;

/** Says why a training took longer than its budget; `processorShare` is how much of one processor its process had. */
export function warnOfLateness(seconds: number, budgetSeconds: number, processorShare: number): string[] {
  if (seconds <= mostOfBudget * budgetSeconds + mostBeyond) return [];
  const why =
    processorShare < fairShare
      ? `the machine was busy, so the process got ${Math.max(1, Math.round(100 * processorShare))} % of a processor core; a model trained in so little time is worse`
      : 'some of its steps cannot be cut short';
  return [`the training took ${seconds.toFixed(1)} s of a budget of ${Number(budgetSeconds.toFixed(1))} s: ${why}`];
}
