import { Table, Text } from '@mantine/core';
import type { Model } from '@sibyl/sdk';
import { count, percent } from '../shared/format.ts';
import { Loaded } from '../shared/loaded.tsx';
import { Section } from '../shared/page.tsx';
import { Scroll } from '../shared/scroll.tsx';
import { words } from '../words/curves.ts';
import { useDescribed } from './described.ts';
import { inWords } from './value.ts';

/** Precision, recall and F1 of each class. */
export function ClassTable({ model }: { model: Model }) {
  const classes = useDescribed(model, 'classes');
  return (
    <Section title={words.classes}>
      <Text size="sm" c="dimmed">
        {words.classesLead}
      </Text>
      <Loaded query={classes}>
        {(rows) => (
          <Scroll label={words.classes}>
            <Table>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{words.class}</Table.Th>
                  {[words.precision, words.recall, 'F1', words.rows, words.answered].map((title) => (
                    <Table.Th key={title} ta="end">
                      {title}
                    </Table.Th>
                  ))}
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {rows.map((row) => (
                  <Table.Tr key={String(row.class)}>
                    <Table.Td className="anywhere">{inWords(row.class)}</Table.Td>
                    <Table.Td className="number">{shareOf(row.precision)}</Table.Td>
                    <Table.Td className="number">{shareOf(row.recall)}</Table.Td>
                    <Table.Td className="number">{shareOf(row.f1)}</Table.Td>
                    <Table.Td className="number">{count(row.rows)}</Table.Td>
                    <Table.Td className="number">{count(row.predicted)}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Scroll>
        )}
      </Loaded>
    </Section>
  );
}

function shareOf(value: number | null): string {
  return value === null ? '–' : percent(value);
}
