import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { ListChecks } from 'lucide-react';
import { sibyl } from '../shared/client.ts';
import { Empty } from '../shared/empty.tsx';
import { Loaded } from '../shared/loaded.tsx';
import { May } from '../shared/may.tsx';
import { Page, Section } from '../shared/page.tsx';
import { RecordTable } from '../shared/record-table.tsx';
import { isRunning } from '../shared/running.ts';
import { jobs as words } from '../words/operate.ts';
import { endedColumns, runningColumns } from './job-columns.tsx';

const route = getRouteApi('/p/$project/jobs');
const pauseMs = 2000;

/** The project's jobs of all kinds: what runs, and what ended last. */
export function JobsPage() {
  const { project } = route.useParams();
  const jobs = useQuery({
    ...sibyl.query('listJobs', { path: { projectName: project }, query: { limit: 200 } }),
    refetchInterval: pauseMs,
  });
  return (
    <Page title={words.title} lead={words.lead}>
      <Loaded query={jobs}>
        {(items) => (
          <>
            <Section title={words.running}>
              {items.some(isRunning) ? (
                <RecordTable items={items.filter(isRunning)} columns={runningColumns} label={words.running} />
              ) : (
                <Idle project={project} />
              )}
            </Section>
            {!items.every(isRunning) && (
              <Section title={words.ended}>
                <RecordTable
                  items={items.filter((job) => !isRunning(job))}
                  columns={endedColumns}
                  label={words.ended}
                />
              </Section>
            )}
          </>
        )}
      </Loaded>
    </Page>
  );
}

function Idle({ project }: { project: string }) {
  return (
    <Empty
      icon={ListChecks}
      title={words.empty}
      action={
        <May to="models.create">
          <Button component={Link} to="/p/$project/train" params={{ project } as never}>
            {words.train}
          </Button>
        </May>
      }
    >
      {words.emptyLead}
    </Empty>
  );
}
