import type { AgentServices } from './context.ts';
import { builtin } from './schemas.ts';
import type { AgentSettings } from './settings.ts';
import { selectSkillsByIds } from './store.ts';

/** Types of skills that tell facts; a language model that asks none of them has only its memory. */
const factTypes: ReadonlySet<string> = new Set(['sql', 'predict', 'knowledge']);

/**
 * Returns settings in which a language model must look up what it says, where nothing else was chosen. Agents that had
 * a language model and such skills before keep what they have.
 */
export async function groundByDefault(
  ctx: Pick<AgentServices, 'database'>,
  projectId: string,
  settings: AgentSettings,
  before?: AgentSettings,
): Promise<AgentSettings> {
  const looksUp = async ({ model, skills }: AgentSettings) => {
    if (model.provider === builtin || skills.length === 0) return false;
    const rows = await selectSkillsByIds(ctx.database, projectId, skills);
    return rows.some(({ type }) => factTypes.has(type));
  };
  if (settings.params.grounding !== undefined || !(await looksUp(settings))) return settings;
  if (before && (await looksUp(before))) return settings;
  return { ...settings, params: { ...settings.params, grounding: 'require' } };
}
