import { Anchor, Progress, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { ago, missing, percent, seconds } from '../shared/format.ts';
import type { RecordColumn } from '../shared/record-table.tsx';
import { Status } from '../shared/status.tsx';
import { jobs as words } from '../words/operate.ts';
import { words as shared } from '../words/shared.ts';
import { inWords } from '../words/spoken.ts';
import { CancelJob } from './cancel-job.tsx';
import { type Job, projectOf } from './job.ts';

/** Where the record of a job is shown. */
function placeOf(job: Job) {
  const { kind, name, part } = job;
  const project = projectOf(job);
  if (kind === 'training') return { to: '/p/$project/models/$model', params: { project, model: name } };
  if (kind === 'embedding') return { to: '/p/$project/knowledge/$base', params: { project, base: name } };
  if (kind === 'predictions')
    return { to: '/p/$project/models/$model', params: { project, model: name }, search: { tab: 'batch' } };
  const search = { tab: 'evaluations', evaluation: part };
  return { to: '/p/$project/agents/$agent', params: { project, agent: name }, search };
}

const kind: RecordColumn<Job> = { id: 'kind', header: words.kind, accessorFn: ({ kind }) => words.kinds[kind] };
const name: RecordColumn<Job> = {
  accessorKey: 'name',
  header: shared.name,
  cell: ({ row: { original } }) => (
    <Anchor component={Link} {...(placeOf(original) as { to: string })} className="anywhere">
      {original.kind === 'evaluation' ? `${original.name}, ${original.part}` : original.name}
      {original.kind === 'training' && ` ${words.version(original.version ?? 1)}`}
    </Anchor>
  ),
};
const status: RecordColumn<Job> = {
  accessorKey: 'status',
  header: shared.status,
  cell: ({ row: { original } }) => (
    <>
      <Status value={original.status} />
      {original.error && (
        <Text size="sm" className="anywhere">
          {inWords(original.error)}
        </Text>
      )}
    </>
  ),
};

export const runningColumns: RecordColumn<Job>[] = [
  kind,
  name,
  status,
  {
    id: 'progress',
    header: words.progress,
    accessorFn: ({ fraction }) => fraction ?? 0,
    cell: ({ row: { original } }) => <JobProgress job={original} />,
  },
  { id: 'cancel', header: shared.actions, enableSorting: false, cell: ({ row }) => <CancelJob job={row.original} /> },
];

export const endedColumns: RecordColumn<Job>[] = [
  kind,
  name,
  status,
  { id: 'took', header: words.took, accessorFn: tookSeconds, cell: ({ row }) => told(tookSeconds(row.original)) },
  { accessorKey: 'finished_at', header: words.ended, cell: ({ row }) => ago(row.original.finished_at) },
];

function JobProgress({ job: { fraction, phase, name: of } }: { job: Job }) {
  if (fraction === null) return missing;
  return (
    <div role="status">
      <Progress miw={120} value={fraction * 100} aria-label={of} />
      <Text size="xs" c="dimmed">
        {percent(fraction)} {phase && `· ${phase}`}
      </Text>
    </div>
  );
}

function tookSeconds({ started_at, finished_at }: Job): number | undefined {
  if (!started_at || !finished_at) return undefined;
  return (Date.parse(finished_at) - Date.parse(started_at)) / 1000;
}

function told(value: number | undefined): string {
  return value === undefined ? missing : seconds(value);
}
