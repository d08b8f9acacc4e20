import { Button, CopyButton, Group, Stack, Table, Tabs, Text } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import { Download, Link as LinkIcon, Sparkles } from 'lucide-react';
import { csvOf } from '../shared/csv.ts';
import { cell } from '../shared/format.ts';
import { saveAs } from '../shared/save.ts';
import { Scroll } from '../shared/scroll.tsx';
import { useKept } from '../shared/use-kept.ts';
import { words } from '../words/queries.ts';
import { AnswerChart } from './answer-chart.tsx';
import { type Answered, isNumber } from './answered.ts';

const shown = 500;
const mostColumns = 100;

export function QueryAnswer({ answer, learn }: { answer: Answered; learn: { sql: string; connection?: string } }) {
  const { project } = useParams({ strict: false });
  const [view = 'rows', setView] = useKept('view');
  if (answer.row_count === 0) return <Text c="dimmed">{words.none}</Text>;
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Text size="sm" c="dimmed" role="status">
          {words.answered(answer.row_count, answer.milliseconds)} {answer.truncated && words.cut}{' '}
          {answer.columns.length > mostColumns && words.firstColumns(mostColumns, answer.columns.length)}
        </Text>
        <Group gap="xs">
          <CopyButton value={location.href}>
            {({ copied, copy }) => (
              <Button size="xs" variant="default" leftSection={<LinkIcon size={14} />} onClick={copy}>
                {copied ? words.linkCopied : words.copyLink}
              </Button>
            )}
          </CopyButton>
          <Button
            component={Link}
            to="/p/$project/train"
            params={{ project } as never}
            search={learn as never}
            size="xs"
            variant="light"
            leftSection={<Sparkles size={14} />}
          >
            {words.learn}
          </Button>
          <Button
            size="xs"
            variant="default"
            leftSection={<Download size={14} />}
            onClick={() => saveAs('query.csv', csvOf(answer.rows))}
          >
            {words.download}
          </Button>
        </Group>
      </Group>
      <Tabs value={view} onChange={setView} keepMounted={false}>
        <Tabs.List>
          <Tabs.Tab value="rows">{words.rows}</Tabs.Tab>
          <Tabs.Tab value="chart">{words.chart}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="rows" pt="sm">
          <AnswerRows answer={answer} />
        </Tabs.Panel>
        <Tabs.Panel value="chart" pt="sm">
          <AnswerChart answer={answer} />
        </Tabs.Panel>
      </Tabs>
    </Stack>
  );
}

function AnswerRows({ answer: { columns: all, rows } }: { answer: Answered }) {
  const columns = all.slice(0, mostColumns);
  return (
    <Scroll label={words.rows} tall>
      <Table stickyHeader verticalSpacing={4}>
        <Table.Thead>
          <Table.Tr>
            {columns.map(({ name, type }) => (
              <Table.Th key={name} ta={isNumber(type) ? 'end' : undefined}>
                {name}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.slice(0, shown).map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of an answer have no name and stay in order
            <Table.Tr key={index}>
              {columns.map(({ name, type }) => (
                <Table.Td key={name} className={isNumber(type) ? 'number' : undefined} dir="auto">
                  {cell((row as Record<string, unknown>)[name])}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Scroll>
  );
}
