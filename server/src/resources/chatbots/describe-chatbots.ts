import type { Caller } from '../../caller.ts';
import { selectTrashed } from '../../platform/records/trash.ts';
import { nameAgents } from '../agents/service.ts';
import type { Broken } from '../skills/schemas.ts';
import type { ChatbotServices } from './context.ts';
import { recordOf } from './record.ts';
import type { ChatbotRecord } from './schemas.ts';
import type { ChatbotRow } from './store.ts';

type Describing = Caller & Pick<ChatbotServices, 'config' | 'database'>;

/** Returns chatbots of one project as in responses, each with its agent and what it lacks. */
export async function describeChatbots(
  ctx: Describing,
  rows: readonly ChatbotRow[],
  project: { id: string; name: string },
): Promise<ChatbotRecord[]> {
  const ids = rows.flatMap(({ agent_id }) => agent_id ?? []);
  const agents = await nameAgents(ctx, project, [...new Set(ids)]);
  return Promise.all(
    rows.map(async (row) => {
      const agent = agents.get(row.agent_id ?? '');
      const broken = agent ? answersBadly(agent) : await lacksAgent(ctx, row);
      return recordOf(ctx.config, row, { project: project.name, agent: agent?.name ?? null, broken });
    }),
  );
}

function answersBadly({ name, broken }: { name: string; broken: Broken | null }): Broken | null {
  return broken && { ...broken, detail: `Its agent ${name} does not work. ${broken.detail}` };
}

async function lacksAgent({ database }: Describing, { agent_id, project_id }: ChatbotRow): Promise<Broken> {
  const code = 'agent_not_found';
  const entry = await selectTrashed(database, { project: project_id }, agent_id ?? '');
  const detail = entry
    ? `Its agent ${entry.trashed_name} was deleted; it lies in the trash, from which it can be restored.`
    : 'Its agent was deleted; give it another one.';
  return { code, detail };
}
