import { createAgent } from '../../resources/agents/service.ts';
import { createSkill } from '../../resources/skills/service.ts';
import type { SampleContext } from './context.ts';

export interface SampleSources {
  project: string;
  table: string;
  model: string;
  base: string;
}

export function createSampleSkills(
  ctx: SampleContext,
  { project, table, model, base }: SampleSources,
): Promise<unknown>[] {
  return [
    createSkill(ctx, project, {
      name: 'homes',
      type: 'sql',
      description: 'Homes with their rooms, size, place and rent.',
      params: { tables: [table] },
    }),
    createSkill(ctx, project, {
      name: 'rents',
      type: 'predict',
      description: 'What a home would rent for.',
      params: { models: [model] },
    }),
    createSkill(ctx, project, {
      name: 'handbook',
      type: 'knowledge',
      description: 'Rules and prices of the rental agency.',
      params: { knowledge_bases: [base] },
    }),
  ];
}

/** The agent has no language model, so that it works without a key. */
export function createSampleAgent(ctx: SampleContext, { project }: SampleSources): Promise<unknown> {
  return createAgent(ctx, project, { name: 'assistant', skills: ['homes', 'rents', 'handbook'] });
}
