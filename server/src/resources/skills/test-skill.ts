import { ServiceError } from '../../errors.ts';
import { requireProject } from '../projects/service.ts';
import type { SkillContext } from './context.ts';
import { requireTool } from './find-tool.ts';
import { openToolset } from './open-toolset.ts';
import type { SkillTest, SkillTestAnswer } from './schemas.ts';
import { requireSkill, type SkillAddress } from './service.ts';
import type { ToolResult, ToolRun, Toolset } from './toolset.ts';

/** Describes what a skill gives an agent; with an input, runs one of its tools. */
export async function testSkill(
  ctx: SkillContext,
  address: SkillAddress,
  test: SkillTest,
  signal: AbortSignal,
): Promise<SkillTestAnswer> {
  const project = await requireProject(ctx, address.project);
  const toolset = await openToolset(ctx, project, [await requireSkill(ctx, project, address.skill)], { signal });
  try {
    const result = test?.input === undefined ? null : await runTool(toolset, test, { signal, depth: 0, askAgent });
    const tools = toolset.tools.map(({ name, description, parameters }) => ({ name, description, parameters }));
    const { offered } = toolset;
    return { instructions: toolset.instruct('whole'), tools, ...(offered ? { offered } : {}), result };
  } finally {
    await toolset.close?.();
  }
}

async function runTool(toolset: Toolset, { tool, input }: NonNullable<SkillTest>, run: ToolRun) {
  const [only, ...others] = toolset.tools;
  const usual = others.length === 0 ? only : toolset.tools.find(({ fence }) => fence !== undefined);
  const chosen = tool === undefined && usual ? usual : requireTool([toolset], tool ?? '');
  const { content, citations = [], details = {} } = await chosen.execute(input, run);
  return { content, citations: citations.map((citation) => ({ ...citation })), details };
}

async function askAgent(agent: string): Promise<ToolResult> {
  throw new ServiceError('tool_failed', `A skill of type agent only passes questions on; test agent ${agent} itself.`);
}
