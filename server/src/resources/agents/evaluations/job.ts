import { localCaller } from '../../../caller.ts';
import { isOutage, ServiceError, tellsOfFullDisk } from '../../../errors.ts';
import { decodeJson, encodeJson } from '../../../platform/db/json.ts';
import { transact } from '../../../platform/db/transact.ts';
import { isForeignKeyViolation } from '../../../platform/db/violations.ts';
import type { JobHandler } from '../../../platform/jobs/queue.ts';
import { sayGivenUp } from '../../../platform/jobs/say-given-up.ts';
import { requireTokens } from '../../spending/budgets.ts';
import { requireAgentVersion } from '../agent-version.ts';
import type { AgentInProject } from '../completions/agent-run.ts';
import { runAgent } from '../completions/run-agent.ts';
import type { Step } from '../completions/schemas.ts';
import { requireStillThere } from '../completions/still-there.ts';
import { emptyTrace } from '../completions/trace.ts';
import { noUsage } from '../completions/usage.ts';
import type { AgentContext } from '../context.ts';
import { openModelOf } from '../open-language-model.ts';
import { builtin } from '../schemas.ts';
import { judge } from './judge.ts';
import { lastRows } from './questions.ts';
import type { Question, Result } from './schemas.ts';
import { type EvaluationPayload, evaluationJob } from './service.ts';
import { type EvaluationRow, evaluations, insertResult, selectEvaluationById, selectResults } from './store.ts';
import { summarise } from './summary.ts';

/** Consecutive failures after which an evaluation stops: the provider is probably down. */
const mostFailures = 5;

/** Asks the questions of an evaluation one by one; a restart continues with the next. */
export function evaluationHandler(ctx: AgentContext): JobHandler<EvaluationPayload> {
  return {
    kind: evaluationJob,
    concurrency: 2,
    laneConcurrency: () => 1,
    handle: ({ payload }, signal) => evaluate(ctx, payload, signal),
    onFailed: ({ payload }, error) =>
      fail(ctx, payload.evaluationId, sayGivenUp(error, 'The evaluation broke off again and again')),
  };
}

async function evaluate(ctx: AgentContext, { evaluationId }: EvaluationPayload, signal: AbortSignal): Promise<void> {
  const row = await selectEvaluationById(ctx.database, evaluationId);
  if (!row || row.status === 'complete' || row.status === 'failed') return;
  try {
    const address = { project: row.project_id, agent: row.agent_id };
    const found = await requireAgentVersion(ctx, address, row.version);
    const results = await selectResults(ctx.database, row.id);
    const questions = decodeJson<Question[]>(row.questions);
    const asking = { ...ctx, actor: row.created_by ?? localCaller.actor };
    await begin(ctx, row.id);
    for (const [position, question] of questions.entries()) {
      if (position < results.length) continue;
      await requireLeave(asking, found);
      results.push(await askOne(asking, found, question, signal));
      await keep(ctx, row, position, results);
      if (results.length >= mostFailures && results.slice(-mostFailures).every(({ answer }) => answer === null))
        return await fail(ctx, row.id, `${mostFailures} answers in a row failed: ${results.at(-1)?.difference}`);
    }
    await end(ctx, row.id, { status: 'complete', error: null });
  } catch (error) {
    signal.throwIfAborted();
    if (isForeignKeyViolation(error)) return; // the evaluation was deleted meanwhile
    if (!(error instanceof ServiceError) || mayPass(error)) throw error;
    await fail(ctx, row.id, error.message);
  }
}

/**
 * An evaluation spends the tokens of the key that began it, and ends with them and with the key.
 * @throws ServiceError `unauthenticated` or `tokens_used_up`, and what ends any answer
 */
async function requireLeave(asking: AgentContext, found: AgentInProject): Promise<void> {
  await requireStillThere(asking, found);
  const { model, params } = found.settings;
  if (model.provider !== builtin && params.builtin !== 'first') await requireTokens(asking, found.project.id);
}

async function askOne(
  ctx: AgentContext,
  found: AgentInProject,
  { question, expected }: Question,
  signal: AbortSignal,
): Promise<Result> {
  const trace = emptyTrace(noUsage);
  const started = Date.now();
  const asked = { question, expected };
  const figures = () => ({ sql: queriesIn(trace.steps), milliseconds: Date.now() - started, usage: trace.usage });
  try {
    const model = await openModelOf(ctx, found);
    const messages = [{ role: 'user' as const, content: question }];
    const agentRun = { found, model, messages, params: found.settings.params, signal, emit: undefined, above: [] };
    const { text, isAnswer, citations, finishReason } = await runAgent(ctx, agentRun, trace);
    const difference = judge(expected, { text, isAnswer, citations, rows: lastRows(trace.steps) });
    const is_right = difference === null;
    return { ...asked, is_right, difference, answer: text, finish_reason: finishReason, ...figures() };
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof ServiceError) || mayPass(error)) throw error;
    const difference = `${error.code}: ${error.message}`;
    return { ...asked, is_right: false, difference, answer: null, finish_reason: null, ...figures() };
  } finally {
    await Promise.all(trace.counts);
  }
}

/** Failures of the service's own: they tell nothing of the agent, and the job is tried again. */
function mayPass(error: ServiceError): boolean {
  return isOutage(error) || tellsOfFullDisk(error);
}

function queriesIn(steps: readonly Step[]): string[] {
  return steps.flatMap((step) => {
    const input = step.kind === 'tool' ? step.input : undefined;
    return typeof input === 'object' && input !== null && 'sql' in input ? [String(input.sql)] : [];
  });
}

/** Shows that it is asked, before the first answer comes. */
function begin(ctx: AgentContext, id: string) {
  return ctx.database
    .updateTable('evaluations')
    .set({ status: 'running', updated_at: new Date().toISOString() })
    .where('id', '=', id)
    .where('status', '=', 'queued')
    .execute();
}

/** Stores a result together with the figures over all results so far. */
function keep(ctx: AgentContext, { id }: EvaluationRow, position: number, results: Result[]): Promise<void> {
  return transact(ctx.database, async (transaction) => {
    await insertResult(transaction, id, position, results[position]);
    const change = { status: 'running' as const, summary: encodeJson(summarise(results)) };
    await transaction
      .updateTable('evaluations')
      .set((row) => ({ ...change, updated_at: new Date().toISOString(), revision: row('revision', '+', 1) }))
      .where('id', '=', id)
      .execute();
  });
}

function fail(ctx: AgentContext, id: string, error: string): Promise<void> {
  return end(ctx, id, { status: 'failed', error: error.slice(0, 1000) });
}

async function end(ctx: AgentContext, id: string, change: Pick<EvaluationRow, 'status' | 'error'>): Promise<void> {
  const row = await selectEvaluationById(ctx.database, id);
  if (row) await evaluations.change(ctx, row, { ...change, job_id: null }, { event: 'ended' });
}
