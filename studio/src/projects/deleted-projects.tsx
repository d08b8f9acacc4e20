import { useQuery } from '@tanstack/react-query';
import { sibyl } from '../shared/client.ts';
import { Section } from '../shared/page.tsx';
import { TrashList } from '../trash/trash-list.tsx';
import { trash as words } from '../words/operate.ts';

const place = {
  restore: (id: string, body: object) => sibyl.trash.restore(id, body),
  delete: (id: string) => sibyl.trash.delete(id),
  changes: ['listDeletedProjects', 'listProjects'],
};

/** Nothing while no project is in the trash, or for who may not restore one. */
export function DeletedProjects() {
  const { data: entries = [] } = useQuery({ ...sibyl.query('listDeletedProjects'), retry: false });
  if (entries.length === 0) return null;
  return (
    <Section title={words.projects}>
      <TrashList entries={entries} place={place} />
    </Section>
  );
}
