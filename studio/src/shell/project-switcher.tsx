import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { sibyl } from '../shared/client.ts';
import { navigation } from '../words/shared.ts';
import { useProject } from './project.ts';

/** No project name contains a blank. */
const all = ' all';

export function ProjectSwitcher() {
  const project = useProject();
  const navigate = useNavigate();
  const { data = [] } = useQuery(sibyl.query('listProjects', { query: { sort: 'name' } }));
  const names = [...new Set([...data.map(({ name }) => name), project])];
  const go = (chosen: string) =>
    chosen === all
      ? navigate({ href: '/settings/projects' })
      : navigate({ to: '/p/$project', params: { project: chosen } });
  return (
    <NativeSelect
      aria-label={navigation.switchProject}
      value={project}
      maw={{ base: 130, sm: 260 }}
      data={[...names, { value: all, label: navigation.allProjects }]}
      onChange={(event) => go(event.currentTarget.value)}
    />
  );
}
