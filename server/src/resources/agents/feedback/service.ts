import { ServiceError } from '../../../errors.ts';
import { permissionFor } from '../../../http/request/permissions.ts';
import { transact } from '../../../platform/db/transact.ts';
import type { AgentContext } from '../context.ts';
import { requireConversation } from '../conversations/service.ts';
import { type AgentAddress, requireAgent } from '../service.ts';
import { changeExamples, readExample } from './example.ts';
import type { FeedbackInput, FeedbackRecord } from './schemas.ts';
import { deleteFeedback, keepFeedback, selectAnswer } from './store.ts';

interface MessageAddress extends AgentAddress {
  message: string;
}

/**
 * Stores the feedback. A good answer becomes an example of its skill only when the rater may change skills: otherwise
 * strangers could write into the prompts of others.
 */
export async function rateMessage(
  ctx: AgentContext,
  { message: id, ...address }: MessageAddress,
  { rating, comment: given }: FeedbackInput,
): Promise<FeedbackRecord> {
  const comment = given ?? null;
  const { agent, project, skills } = await requireAgent(ctx, address);
  const message = await selectAnswer(ctx.database, agent.id, id);
  if (!message) throw new ServiceError('message_not_found', `Agent ${agent.name} has given no answer ${id}.`);
  await requireConversation(ctx, agent, message.conversation_id);
  await transact(ctx.database, async (transaction) => {
    if (rating === null) await deleteFeedback(transaction, id);
    else
      await keepFeedback(transaction, {
        message_id: id,
        rating,
        comment,
        created_at: new Date().toISOString(),
        created_by: ctx.actor,
      });
    ctx.events.write(transaction, {
      type: 'sibyl.agent.rated',
      project: project.id,
      subject: `agents/${agent.id}`,
      data: { name: agent.name, conversation_id: message.conversation_id, trace_id: id, rating },
    });
  });
  const { roles } = permissionFor('skills.update');
  const mayChange = roles === 'anybody' || roles.includes(ctx.role);
  const example = mayChange ? await readExample(ctx, skills, message) : undefined;
  if (example) await changeExamples(ctx, project.id, example, rating === 'up');
  const { skill, question = '', sql = '' } = example ?? {};
  return {
    message_id: id,
    rating,
    comment: rating === null ? null : comment,
    example: skill && rating === 'up' ? { skill: skill.name, question, sql } : null,
  };
}
