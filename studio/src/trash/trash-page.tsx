import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import { sibyl } from '../shared/client.ts';
import { Empty } from '../shared/empty.tsx';
import { Loaded } from '../shared/loaded.tsx';
import { Page } from '../shared/page.tsx';
import { trash as words } from '../words/operate.ts';
import { TrashList } from './trash-list.tsx';

const route = getRouteApi('/p/$project/trash');

export function TrashPage() {
  const { project } = route.useParams();
  const entries = useQuery(sibyl.query('listTrash', { path: { projectName: project } }));
  const { trash } = sibyl.project(project);
  const place = {
    restore: (id: string, body: object) => trash.restore(id, body),
    delete: (id: string) => trash.delete(id),
    restores: 'trash.restore',
    deletes: 'trash.delete',
    changes: ['listTrash'],
  } as const;
  return (
    <Page title={words.title} lead={words.lead}>
      <Loaded query={entries}>
        {(items) =>
          items.length > 0 ? (
            <TrashList entries={items} place={place} />
          ) : (
            <Empty icon={Trash2} title={words.empty}>
              {words.emptyLead}
            </Empty>
          )
        }
      </Loaded>
    </Page>
  );
}
