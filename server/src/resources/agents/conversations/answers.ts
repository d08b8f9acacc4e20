import { type Caller, mayReach } from '../../../caller.ts';
import { ServiceError } from '../../../errors.ts';
import { permissionFor } from '../../../http/request/permissions.ts';
import { decodeJson } from '../../../platform/db/json.ts';
import { transact } from '../../../platform/db/transact.ts';
import type { AgentServices } from '../context.ts';
import type { KeptAnswer } from './schemas.ts';
import { countMessages, deleteConversationRow, deleteTurnRows, selectAnswerById, selectMessages } from './store.ts';

/** An answer of an agent with what was said for it. */
export interface FoundAnswer {
  id: string;
  conversationId: string;
  project: string;
  agent: string;
  /** When it was asked for. */
  created_at: string;
  content: string;
  answer: KeptAnswer;
  /** The messages since the answer before, whose ID is `previous`. */
  asked: { id: string; role: 'system' | 'user' | 'assistant'; content: string }[];
  previous: string | null;
}

/**
 * Finds an answer by its ID alone, in the projects that the caller can reach. Who may not read conversations finds only
 * its own.
 * @throws ServiceError `message_not_found`
 */
export async function findAnswer(ctx: Caller & Pick<AgentServices, 'database'>, id: string): Promise<FoundAnswer> {
  const { row, messages, at, before } = await requireAnswer(ctx, id);
  return {
    id,
    conversationId: row.conversation_id,
    project: row.project,
    agent: row.agent,
    created_at: messages[before + 1].created_at,
    content: messages[at].content,
    answer: decodeJson<KeptAnswer>(row.answer),
    asked: messages.slice(before + 1, at).map(({ id, role, content }) => ({ id, role, content })),
    previous: messages[before]?.id ?? null,
  };
}

/** Deletes an answer and what was said for it; the conversation goes with its last answer. */
export async function deleteAnswer(
  ctx: Caller & Pick<AgentServices, 'database' | 'events'>,
  id: string,
): Promise<void> {
  const { row, messages, at, before } = await requireAnswer(ctx, id);
  const { roles } = permissionFor('conversations.delete');
  if (roles !== 'anybody' && !roles.includes(ctx.role) && row.created_by !== ctx.actor) throw noAnswer(id);
  const { conversation_id } = row;
  await transact(ctx.database, async (transaction) => {
    const turn = { after: messages[before]?.position ?? -1, to: messages[at].position };
    await deleteTurnRows(transaction, conversation_id, turn);
    const isEmpty = (await countMessages(transaction, conversation_id)) === 0;
    if (isEmpty) await deleteConversationRow(transaction, conversation_id);
    ctx.events.write(transaction, {
      type: isEmpty ? 'sibyl.conversation.deleted' : 'sibyl.conversation.updated',
      project: row.project_id,
      subject: `conversations/${conversation_id}`,
      data: { id: conversation_id, agent_id: row.agent_id, agent: row.agent },
    });
  });
}

async function requireAnswer(ctx: Caller & Pick<AgentServices, 'database'>, id: string) {
  const row = await selectAnswerById(ctx.database, id);
  const isTheirs = row !== undefined && (ctx.role !== 'predictor' || row.created_by === ctx.actor);
  if (!isTheirs || !mayReach(ctx, row.project_id)) throw noAnswer(id);
  const messages = await selectMessages(ctx.database, row.conversation_id);
  const at = messages.findIndex((message) => message.id === id);
  if (at < 0) throw noAnswer(id); // deleted meanwhile
  const before = messages.slice(0, at).findLastIndex(({ answer }) => answer !== null);
  return { row, messages, at, before };
}

function noAnswer(id: string): ServiceError {
  return new ServiceError('message_not_found', `There is no answer ${id}.`);
}
