import type { Transaction } from '../../../platform/db/transact.ts';
import type { AgentServices } from '../context.ts';
import { failUnfinished, selectJobIds } from './store.ts';

/** Ends the evaluations of an agent or project that goes into the trash, within a transaction: their results stay. */
export async function stopEvaluations(
  ctx: Pick<AgentServices, 'jobs'>,
  transaction: Transaction,
  of: Parameters<typeof selectJobIds>[1],
): Promise<void> {
  for (const jobId of await selectJobIds(transaction, of)) await ctx.jobs.cancel(transaction, jobId);
  await failUnfinished(transaction, of, 'The agent was deleted meanwhile.');
}
