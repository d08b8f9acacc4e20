import { useQuery } from '@tanstack/react-query';
import { sibyl } from '../shared/client.ts';
import { useMay } from '../shared/may.tsx';
import { Section } from '../shared/page.tsx';
import { TrashList } from '../trash/trash-list.tsx';
import { trash as words } from '../words/operate.ts';

const place = {
  restore: (id: string, body: object) => sibyl.trash.restore(id, body),
  delete: (id: string) => sibyl.trash.delete(id),
  restores: 'projects.restore',
  deletes: 'projects.delete',
  changes: ['listDeletedProjects', 'listProjects'],
} as const;

/** Nothing while no project is in the trash, or for who may not restore one. */
export function DeletedProjects() {
  const may = useMay();
  const { data: entries = [] } = useQuery({ ...sibyl.query('listDeletedProjects'), enabled: may('projects.restore') });
  if (entries.length === 0) return null;
  return (
    <Section title={words.projects}>
      <TrashList entries={entries} place={place} />
    </Section>
  );
}
