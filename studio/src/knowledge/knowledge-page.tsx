import type { KnowledgeBase } from '@sibyl/sdk';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { BookOpen } from 'lucide-react';
import { sibyl } from '../shared/client.ts';
import { CreateButton } from '../shared/create-button.tsx';
import { Empty } from '../shared/empty.tsx';
import { ago, count } from '../shared/format.ts';
import { Loaded } from '../shared/loaded.tsx';
import { nameColumn } from '../shared/name-column.tsx';
import { Page } from '../shared/page.tsx';
import { type RecordColumn, RecordTable } from '../shared/record-table.tsx';
import { words } from '../words/knowledge.ts';
import { words as shared } from '../words/shared.ts';

const route = getRouteApi('/p/$project/knowledge');

const columns: RecordColumn<KnowledgeBase>[] = [
  nameColumn('/p/$project/knowledge/$base'),
  { accessorKey: 'description', header: shared.description },
  { accessorKey: 'document_count', header: words.documents, cell: ({ row }) => count(row.original.document_count) },
  { accessorKey: 'chunk_count', header: words.passages, cell: ({ row }) => count(row.original.chunk_count) },
  { accessorKey: 'updated_at', header: shared.changed, cell: ({ row }) => ago(row.original.updated_at) },
];

export function KnowledgePage() {
  const { project } = route.useParams();
  const navigate = route.useNavigate();
  const bases = useQuery(sibyl.query('listKnowledgeBases', { path: { projectName: project } }));
  const create = (
    <CreateButton
      to="knowledge_bases.create"
      label={words.create}
      work={(body) => sibyl.project(project).knowledgeBases.create(body)}
      changes={['listKnowledgeBases']}
      onDone={(base) => navigate({ to: '/p/$project/knowledge/$base', params: { project, base } })}
    />
  );
  return (
    <Page title={words.title} lead={words.lead} actions={create}>
      <Loaded query={bases}>
        {(items) =>
          items.length > 0 ? (
            <RecordTable items={items} columns={columns} label={words.title} />
          ) : (
            <Empty icon={BookOpen} title={words.empty} action={create}>
              {words.emptyLead}
            </Empty>
          )
        }
      </Loaded>
    </Page>
  );
}
