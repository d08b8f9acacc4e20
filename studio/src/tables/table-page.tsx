import { Button, Stack, Tabs } from '@mantine/core';
import type { Table } from '@sibyl/sdk';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { Columns3, FileSearch, Rows3, Scan, SquareTerminal } from 'lucide-react';
import { Suspense } from 'react';
import { sibyl } from '../shared/client.ts';
import { Loaded, LoadingLines } from '../shared/loaded.tsx';
import { May } from '../shared/may.tsx';
import { Page } from '../shared/page.tsx';
import { lazyPart } from '../shared/part.ts';
import { RemoveButton } from '../shared/remove-button.tsx';
import { UsedBy } from '../shared/used-by.tsx';
import { words as closer } from '../words/closer.ts';
import { words } from '../words/tables.ts';
import { AppendDrop } from './append-drop.tsx';
import { AskButton } from './ask-button.tsx';
import { ColumnList } from './column-list.tsx';
import { ReadingPanel } from './reading-panel.tsx';
import { RowGrid } from './row-grid.tsx';

const route = getRouteApi('/p/$project/tables/$table');
const CloserPanel = lazyPart(() => import('./closer-panel.tsx'), 'CloserPanel');

export function TablePage() {
  const { project, table: name } = route.useParams();
  const table = useQuery(sibyl.query('getTable', { path: { projectName: project, tableName: name } }));
  const lead = table.data && words.shape(table.data.row_count, table.data.columns.length, table.data.byte_size);
  return (
    <Page title={name} lead={lead} actions={!table.error && <Actions project={project} name={name} />}>
      <Loaded query={table}>{(record) => <Views table={record} />}</Loaded>
    </Page>
  );
}

function Actions({ project, name }: { project: string; name: string }) {
  const navigate = useNavigate();
  const sql = `select *\nfrom ${JSON.stringify(name)}\nlimit 100`;
  return (
    <>
      <AskButton project={project} table={name} />
      <May to="queries.run">
        <Button
          component={Link}
          to="/p/$project/query"
          params={{ project } as never}
          search={{ sql } as never}
          variant="default"
          leftSection={<SquareTerminal size={16} />}
        >
          {words.query}
        </Button>
      </May>
      <RemoveButton
        to="tables.delete"
        name={name}
        loss={words.loss}
        trash
        work={() => sibyl.project(project).table(name).delete()}
        changes={['listTables']}
        onDone={() => navigate({ to: '/p/$project/tables', params: { project } })}
      >
        <UsedBy asked={sibyl.query('getTableUses', { path: { projectName: project, tableName: name } })} />
      </RemoveButton>
    </>
  );
}

function Views({ table }: { table: Table }) {
  const { tab = 'columns' } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <Tabs
      value={tab}
      onChange={(next) => navigate({ search: { tab: next ?? undefined } as never })}
      keepMounted={false}
    >
      <Tabs.List>
        <Tabs.Tab value="columns" leftSection={<Columns3 size={16} />}>
          {words.columns}
        </Tabs.Tab>
        <Tabs.Tab value="rows" leftSection={<Rows3 size={16} />}>
          {words.rows}
        </Tabs.Tab>
        <May to="queries.run">
          <Tabs.Tab value="closer" leftSection={<Scan size={16} />}>
            {closer.title}
          </Tabs.Tab>
        </May>
        <Tabs.Tab value="reading" leftSection={<FileSearch size={16} />}>
          {words.readAs}
        </Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="columns" pt="md">
        <ColumnList table={table} />
      </Tabs.Panel>
      <Tabs.Panel value="rows" pt="md">
        <Stack>
          <RowGrid table={table} />
          <AppendDrop table={table} />
        </Stack>
      </Tabs.Panel>
      <Tabs.Panel value="closer" pt="md">
        <Suspense fallback={<LoadingLines />}>
          <CloserPanel table={table} />
        </Suspense>
      </Tabs.Panel>
      <Tabs.Panel value="reading" pt="md">
        <ReadingPanel table={table} />
      </Tabs.Panel>
    </Tabs>
  );
}
