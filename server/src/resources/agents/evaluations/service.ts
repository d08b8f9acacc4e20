import type { Caller } from '../../../caller.ts';
import { decodeJson, encodeJson } from '../../../platform/db/json.ts';
import type { Listing, Page } from '../../../platform/db/listing.ts';
import type { Transaction } from '../../../platform/db/transact.ts';
import type { Check } from '../../../platform/records/check.ts';
import { newRecord } from '../../../platform/records/project-records.ts';
import { requireAgentVersion } from '../agent-version.ts';
import type { AgentContext, AgentServices } from '../context.ts';
import { type AgentAddress, requireAgent } from '../service.ts';
import { readQuestions } from './questions.ts';
import type {
  Comparison,
  EvaluationCreation,
  EvaluationRecord,
  EvaluationWithResults,
  Question,
  Summary,
} from './schemas.ts';
import { type EvaluationRow, evaluations, selectEvaluations, selectJobIds, selectResults } from './store.ts';
import { compare, summarise } from './summary.ts';

export const evaluationJob = 'evaluate_agent';
const mostWaiting = 100;

export interface EvaluationPayload {
  evaluationId: string;
}

export interface EvaluationAddress extends AgentAddress {
  evaluation: string;
}

type Reading = Caller & Pick<AgentServices, 'database'>;

export async function createEvaluation(
  ctx: AgentContext,
  address: AgentAddress,
  input: EvaluationCreation,
): Promise<EvaluationRecord> {
  const found = await requireAgentVersion(ctx, address, input.version);
  const questions = await readQuestions(ctx, found, input);
  const row: EvaluationRow = {
    ...newRecord('evl', ctx, found.project.id),
    agent_id: found.agent.id,
    name: input.name,
    version: found.agent.version,
    status: 'queued',
    questions: encodeJson(questions),
    summary: encodeJson(summarise([])),
    error: null,
    job_id: null,
  };
  await evaluations.insert(ctx, found.project, row, async (transaction) => {
    const payload: EvaluationPayload = { evaluationId: row.id };
    const lane = { id: found.project.id, queueLimit: { name: 'jobs_queued', value: mostWaiting } } as const;
    const job_id = await ctx.jobs.enqueue(transaction, { kind: evaluationJob, payload, lane });
    await transaction.updateTable('evaluations').set({ job_id }).where('id', '=', row.id).execute();
  });
  return recordOf(row, found);
}

export async function listEvaluations(
  ctx: Reading,
  address: AgentAddress,
  listing: Listing,
): Promise<Page<EvaluationRecord>> {
  const found = await requireAgent(ctx, address);
  const { items, next } = await selectEvaluations(ctx.database, found.agent.id, listing);
  return { items: items.map((row) => recordOf(row, found)), next };
}

export async function getEvaluation(ctx: Reading, address: EvaluationAddress): Promise<EvaluationWithResults> {
  const { row, ...found } = await requireEvaluation(ctx, address);
  return { ...recordOf(row, found), results: await selectResults(ctx.database, row.id) };
}

/** Compares an evaluation with another, of the same agent or of one with another model, prompt or glossary. */
export async function compareEvaluations(ctx: Reading, address: EvaluationAddress, other: string): Promise<Comparison> {
  const { results, ...after } = await getEvaluation(ctx, address);
  const { project } = await requireAgent(ctx, address);
  const { agent_id: agent } = await evaluations.require(ctx.database, project, other);
  const theirs = { project: project.id, agent, evaluation: other };
  const { results: earlier, ...before } = await getEvaluation(ctx, theirs);
  return compare({ record: before, results: earlier }, { record: after, results });
}

/** Deletes an evaluation; a running one is cancelled. */
export async function deleteEvaluation(
  ctx: Caller & Pick<AgentServices, 'database' | 'events' | 'jobs'>,
  address: EvaluationAddress,
  check: Check<EvaluationRecord>,
): Promise<void> {
  const { row, ...found } = await requireEvaluation(ctx, address);
  check(recordOf(row, found));
  await evaluations.delete(ctx, row, async (transaction) => {
    if (row.job_id !== null) await ctx.jobs.cancel(transaction, row.job_id);
  });
}

/** Cancels the jobs of evaluations that are deleted with their agent or project. */
export async function abandonEvaluations(
  ctx: Pick<AgentServices, 'jobs'>,
  transaction: Transaction,
  of: { project_id: string } | { agent_id: string },
): Promise<void> {
  for (const jobId of await selectJobIds(transaction, of)) await ctx.jobs.cancel(transaction, jobId);
}

type Found = Awaited<ReturnType<typeof requireAgent>>;

async function requireEvaluation(
  ctx: Reading,
  { evaluation, ...address }: EvaluationAddress,
): Promise<Found & { row: EvaluationRow }> {
  const found = await requireAgent(ctx, address);
  const row = await evaluations.require(ctx.database, found.project, evaluation);
  if (row.agent_id !== found.agent.id) throw evaluations.notFound(found.project, evaluation);
  return { ...found, row };
}

function recordOf(
  row: EvaluationRow,
  { agent, project }: { agent: { name: string }; project: { name: string } },
): EvaluationRecord {
  const { id, name, version, status, error, created_at, updated_at, created_by } = row;
  return {
    id,
    name,
    project: project.name,
    agent: agent.name,
    version,
    status,
    error,
    total: decodeJson<Question[]>(row.questions).length,
    ...decodeJson<Summary>(row.summary),
    created_at,
    updated_at,
    created_by,
  };
}
