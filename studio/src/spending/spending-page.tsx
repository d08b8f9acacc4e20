import { Progress, Text } from '@mantine/core';
import type { Result } from '@sibyl/sdk';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Coins } from 'lucide-react';
import { sibyl } from '../shared/client.ts';
import { Empty } from '../shared/empty.tsx';
import { count, figure, missing, seconds } from '../shared/format.ts';
import { Loaded } from '../shared/loaded.tsx';
import { Page, Section } from '../shared/page.tsx';
import { type RecordColumn, RecordTable } from '../shared/record-table.tsx';
import { spending as words } from '../words/operate.ts';

const route = getRouteApi('/p/$project/spending');

type Spending = Result<'readSpending'>;
type Day = Spending['days'][number];

const columns: RecordColumn<Day>[] = [
  { accessorKey: 'day', header: words.day },
  { id: 'spender', header: words.spender, accessorFn: spenderOf },
  { id: 'model', header: words.model, accessorFn: ({ provider, model_name }) => `${provider}/${model_name}` },
  { accessorKey: 'calls', header: words.calls, cell: ({ row }) => count(row.original.calls) },
  { accessorKey: 'input_tokens', header: words.input, cell: ({ row }) => count(row.original.input_tokens) },
  { accessorKey: 'output_tokens', header: words.output, cell: ({ row }) => count(row.original.output_tokens) },
  { accessorKey: 'cost', header: words.cost, cell: ({ row }) => figure(row.original.cost) },
  {
    accessorKey: 'first_token_ms',
    header: words.firstToken,
    cell: ({ row: { original } }) =>
      original.first_token_ms === null ? missing : seconds(original.first_token_ms / 1000),
  },
];

function spenderOf({ agent, agent_id, knowledge_base }: Day): string {
  return agent ?? knowledge_base ?? (agent_id === null ? words.goneBase : words.goneAgent);
}

/** What agents and knowledge bases used of language models, by day and model. */
export function SpendingPage() {
  const { project: projectName } = route.useParams();
  const spending = useQuery(sibyl.query('readSpending', { path: { projectName } }));
  return (
    <Page title={words.title} lead={words.lead}>
      <Loaded query={spending}>
        {(read) =>
          read.days.length === 0 ? (
            <Empty icon={Coins} title={words.empty}>
              {words.emptyLead}
            </Empty>
          ) : (
            <>
              <Today spending={read} />
              <RecordTable items={read.days} columns={columns} label={words.title} />
            </>
          )
        }
      </Loaded>
    </Page>
  );
}

function Today({ spending: { today, days } }: { spending: Spending }) {
  const tokens = days.reduce((sum, day) => sum + day.input_tokens + day.output_tokens, 0);
  const priced = days.filter(({ cost }) => cost !== null);
  const cost = priced.length === 0 ? words.noPrice : figure(priced.reduce((sum, day) => sum + (day.cost ?? 0), 0));
  return (
    <Section title={words.today(today.tokens, today.tokens_a_day)}>
      {today.tokens_a_day !== null && (
        <Progress value={Math.min(100, (100 * today.tokens) / today.tokens_a_day)} aria-label={words.title} />
      )}
      <Text c="dimmed">{words.total(tokens, cost)}</Text>
    </Section>
  );
}
