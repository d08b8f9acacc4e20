import { Table, Text } from '@mantine/core';
import type { Model } from '@sibyl/sdk';
import { count, figure } from '../shared/format.ts';
import { Loaded } from '../shared/loaded.tsx';
import { Section } from '../shared/page.tsx';
import { Scroll } from '../shared/scroll.tsx';
import { Term } from '../shared/term.tsx';
import { words } from '../words/slices.ts';
import { type Attributes, useDescribed } from './described.ts';
import { inWords } from './value.ts';

type Found = Attributes['slices'][number];

/** Where the model is worse than elsewhere, or that there is no such place; nothing for older versions. */
export function Slices({ model }: { model: Model }) {
  const slices = useDescribed(model, 'slices');
  if (slices.data?.length === 0) return null;
  return (
    <Section title={<Term of="slice">{words.title}</Term>}>
      <Loaded query={slices}>{([all]) => <Places slices={all} />}</Loaded>
    </Section>
  );
}

function Places({ slices: { found, looked_at, metric } }: { slices: Found }) {
  if (found.length === 0) return <Text>{words.none(count(looked_at))}</Text>;
  return (
    <>
      <Text size="sm" c="dimmed">
        {words.lead(count(looked_at))}
      </Text>
      <Scroll label={words.title}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{words.where}</Table.Th>
              {[words.rows, words.metrics[metric], words.elsewhere].map((title) => (
                <Table.Th key={title} ta="end">
                  {title}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {found.map((slice) => (
              <Table.Tr key={JSON.stringify(slice.conditions)}>
                <Table.Td className="anywhere">{slice.conditions.map(spoken).join(words.and)}</Table.Td>
                <Table.Td className="number">{count(slice.rows)}</Table.Td>
                <Table.Td className="number">
                  {figure(slice.value)} ± {figure(slice.standard_error, 2)}
                </Table.Td>
                <Table.Td className="number">{figure(slice.elsewhere)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Scroll>
    </>
  );
}

function spoken({ column, value, from, below }: Found['found'][number]['conditions'][number]): string {
  if (value === null) return words.missing(column);
  if (value !== undefined) return words.is(column, inWords(value));
  const [low, high] = [from, below].map((edge) =>
    typeof edge === 'number' ? figure(edge) : (edge?.slice(0, 10) ?? undefined),
  );
  return words.between(column, low, high);
}
