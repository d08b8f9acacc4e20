import type { Result, Skill } from '@sibyl/sdk';
import { useQuery } from '@tanstack/react-query';
import { sibyl } from '../shared/client.ts';

export type Tested = Result<'testSkill'>;

/** The tools of a saved skill, as an agent gets them. */
export function useTested({ id, updated_at, project, name }: Skill) {
  return useQuery({
    queryKey: ['testSkill', id, updated_at],
    queryFn: () =>
      sibyl
        .project(project)
        .skill(name)
        .test({} as never),
  });
}
