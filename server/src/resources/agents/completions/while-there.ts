import { ServiceError } from '../../../errors.ts';
import type { AgentContext } from '../context.ts';
import type { AgentInProject } from './agent-run.ts';
import { requireStillThere } from './still-there.ts';

/** Answers within this time ask the database no more than before. */
const everyMs = 2000;
const endings = new Set(['unauthenticated', 'project_not_found', 'agent_not_found']);

/**
 * Makes an answer with a signal that is aborted within two seconds of the end of its key, project or agent, so that no
 * language model writes on, and is paid, for an agent that was deleted.
 * @throws ServiceError `unauthenticated`, `project_not_found`, `agent_not_found`, and whatever `make` throws
 */
export async function whileThere<Made>(
  ctx: AgentContext,
  found: AgentInProject,
  signal: AbortSignal,
  make: (signal: AbortSignal) => Promise<Made>,
): Promise<Made> {
  const gone = new AbortController();
  const timer = setInterval(() => void look(), everyMs);
  let isLooking = false;
  async function look(): Promise<void> {
    if (isLooking) return;
    isLooking = true;
    // A database that is away for a moment ends nothing
    await requireStillThere(ctx, found).catch((error) => {
      if (error instanceof ServiceError && endings.has(error.code)) gone.abort(error);
    });
    isLooking = false;
  }
  try {
    return await make(AbortSignal.any([signal, gone.signal]));
  } catch (error) {
    throw gone.signal.aborted ? gone.signal.reason : error;
  } finally {
    clearInterval(timer);
  }
}
