import { Button, Group, Stack, Table, Tabs, Text } from '@mantine/core';
import { Download } from 'lucide-react';

import { cell } from '../shared/format.ts';
import { csvOf, saveAs } from '../shared/save.ts';
import { Scroll } from '../shared/scroll.tsx';
import { useKept } from '../shared/use-kept.ts';
import { words } from '../words/queries.ts';
import { AnswerChart } from './answer-chart.tsx';
import { type Answered, isNumber } from './answered.ts';

const shown = 500;

export function QueryAnswer({ answer }: { answer: Answered }) {
  const [view = 'rows', setView] = useKept('view');
  if (answer.row_count === 0) return <Text c="dimmed">{words.none}</Text>;
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Text size="sm" c="dimmed" role="status">
          {words.answered(answer.row_count, answer.milliseconds)} {answer.truncated && words.cut}
        </Text>
        <Button
          size="xs"
          variant="default"
          leftSection={<Download size={14} />}
          onClick={() => saveAs('query.csv', csvOf(answer.rows))}
        >
          {words.download}
        </Button>
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

function AnswerRows({ answer: { columns, rows } }: { answer: Answered }) {
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
