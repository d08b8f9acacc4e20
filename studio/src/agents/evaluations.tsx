import { Anchor, Progress, Stack, Text } from '@mantine/core';
import type { Agent, Result } from '@sibyl/sdk';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { ClipboardCheck } from 'lucide-react';
import { sibyl } from '../shared/client.ts';
import { Empty } from '../shared/empty.tsx';
import { ago, percent } from '../shared/format.ts';
import { Loaded } from '../shared/loaded.tsx';
import { Section } from '../shared/page.tsx';
import { type RecordColumn, RecordTable } from '../shared/record-table.tsx';
import { RemoveButton } from '../shared/remove-button.tsx';
import { isRunning } from '../shared/running.ts';
import { Status } from '../shared/status.tsx';
import { evaluations as words } from '../words/agents.ts';
import { words as shared } from '../words/shared.ts';
import { EvaluationForm } from './evaluation-form.tsx';
import { EvaluationResults } from './evaluation-results.tsx';

type Evaluation = Result<'createEvaluation'>;

const route = getRouteApi('/p/$project/agents/$agent');
const pauseMs = 700;

/** Sets of questions with known answers, each asked again after a change of the settings. */
export function Evaluations({ agent }: { agent: Agent }) {
  const { evaluation } = route.useSearch();
  const path = { projectName: agent.project, agentName: agent.name };
  const evaluations = useQuery({
    ...sibyl.query('listEvaluations', { path, query: { sort: '-created_at' } }),
    refetchInterval: ({ state }) => (state.data?.some(isRunning) ? pauseMs : false),
  });
  return (
    <Loaded query={evaluations}>
      {(items) => (
        <Stack gap="lg">
          <EvaluationForm agent={agent} others={items} />
          {items.length === 0 ? (
            <Empty icon={ClipboardCheck} title={words.empty}>
              {words.emptyLead}
            </Empty>
          ) : (
            <RecordTable items={items} columns={columns} label={words.title} />
          )}
          {items.some(({ name, status }) => name === evaluation && status !== 'queued') && (
            <Section title={evaluation ?? ''}>
              <EvaluationResults
                key={evaluation}
                agent={agent}
                record={items.find(({ name }) => name === evaluation) ?? items[0]}
                others={items}
              />
            </Section>
          )}
        </Stack>
      )}
    </Loaded>
  );
}

const columns: RecordColumn<Evaluation>[] = [
  {
    accessorKey: 'name',
    header: shared.name,
    cell: ({ row: { original } }) => (
      <Anchor
        component={Link}
        to="/p/$project/agents/$agent"
        params={{ project: original.project, agent: original.agent } as never}
        search={{ tab: 'evaluations', evaluation: original.name } as never}
        className="anywhere"
      >
        {original.name}
      </Anchor>
    ),
  },
  { accessorKey: 'version', header: words.version },
  {
    accessorKey: 'score',
    header: words.score,
    cell: ({ row: { original } }) =>
      isRunning(original) ? (
        <Progress miw={100} value={(original.done / original.total) * 100} animated aria-label={original.name} />
      ) : original.status === 'failed' ? (
        <Status value={original.status} />
      ) : (
        <Text size="sm">
          {words.right(original.right, original.total)} ({percent(original.score)})
        </Text>
      ),
  },
  { accessorKey: 'created_at', header: shared.created, cell: ({ row }) => ago(row.original.created_at) },
  { id: 'remove', header: shared.actions, enableSorting: false, cell: ({ row }) => <Remove record={row.original} /> },
];

function Remove({ record: { project, agent, name } }: { record: Evaluation }) {
  return (
    <RemoveButton
      to="evaluations.delete"
      small
      name={name}
      loss={words.loss}
      work={() => sibyl.project(project).agent(agent).deleteEvaluation(name)}
      changes={['listEvaluations']}
    />
  );
}
