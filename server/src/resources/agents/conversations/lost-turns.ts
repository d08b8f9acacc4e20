import { decodeJson, encodeJson } from '../../../platform/db/json.ts';
import type { Database } from '../../../platform/db/schema.ts';
import { type Transaction, transact } from '../../../platform/db/transact.ts';
import { noUsage } from '../completions/usage.ts';
import type { AgentServices } from '../context.ts';
import type { AgentSettings } from '../settings.ts';
import type { KeptAnswer } from './schemas.ts';
import { endTurn, insertMessages, selectHeldTurns, selectLastPosition } from './store.ts';

type LostTurn = Awaited<ReturnType<typeof selectHeldTurns>>[number];

const ended = { code: 'shutting_down', detail: 'The service ended before this answer was complete; ask again.' };

/**
 * Ends the turns that nobody answers any more, each with a failed answer: all after a crash, where no other node can be
 * at work, else those whose lease ended before `before`.
 */
export async function endLostTurns(
  { database, events }: Pick<AgentServices, 'database' | 'events'>,
  before?: Date,
): Promise<void> {
  for (const lost of await selectHeldTurns(database, { before: before?.toISOString() }))
    await transact(database, (transaction) => endLostTurn({ events }, transaction, lost));
}

/** Ends the turn of one conversation, if its lease is over: the next question comes after the failed answer. */
export async function endOverdueTurn(
  ctx: Pick<AgentServices, 'events'>,
  transaction: Transaction,
  id: string,
): Promise<void> {
  const before = new Date().toISOString();
  for (const lost of await selectHeldTurns(transaction, { before, id })) await endLostTurn(ctx, transaction, lost);
}

async function endLostTurn(
  { events }: Pick<AgentServices, 'events'>,
  transaction: Transaction,
  lost: LostTurn,
): Promise<void> {
  const { id, turn, agent_id, agent, project_id, trashed_at } = lost;
  const now = new Date().toISOString();
  if (turn === null || !(await endTurn(transaction, { id, turn, now }))) return; // it ended by itself
  await insertMessages(transaction, [await failedRow(transaction, { ...lost, turn }, now)]);
  if (trashed_at !== null) return;
  events.write(transaction, {
    type: 'sibyl.agent.failed',
    project: project_id,
    subject: `agents/${agent_id}`,
    data: { name: agent, conversation_id: id, trace_id: turn, code: ended.code },
  });
}

async function failedRow(database: Database, lost: LostTurn & { turn: string }, now: string) {
  const { provider, model_name } = decodeJson<AgentSettings>(lost.settings).model;
  const answer: KeptAnswer = {
    status: 'failed',
    finish_reason: null,
    error: ended,
    agent_version: lost.version,
    provider,
    model_name,
    milliseconds: Math.max(0, Date.parse(now) - Date.parse(lost.updated_at)),
    usage: noUsage,
    citations: [],
  };
  const position = (await selectLastPosition(database, lost.id)) + 1;
  const place = { id: lost.turn, conversation_id: lost.id, position, created_at: now };
  return { ...place, role: 'assistant' as const, content: '', answer: encodeJson(answer) };
}
