import { Table, Text } from '@mantine/core';
import type { Monitoring } from '@sibyl/sdk';
import { count, figure } from '../shared/format.ts';
import { Section } from '../shared/page.tsx';
import { Scroll } from '../shared/scroll.tsx';
import { words } from '../words/monitoring.ts';

type Shadow = NonNullable<Monitoring['shadow']>;

/** What a version that waits to be accepted would have answered, beside the version that answers. */
export function ShadowTable({ shadow, windows }: { shadow: Shadow; windows: Monitoring['windows'] }) {
  const { version, champion, truths, figures } = shadow;
  const answered = windows.reduce((sum, one) => sum + (one.shadow?.version === version ? one.shadow.drawn : 0), 0);
  return (
    <Section title={words.shadow}>
      <Text size="sm" c="dimmed">
        {words.shadowLead(count(answered), version)} {truths > 0 ? words.shadowTruths(count(truths)) : words.noTruths}
      </Text>
      {figures.length > 0 && (
        <Scroll label={words.shadow}>
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Td />
                <Table.Th ta="end">{words.version(champion)}</Table.Th>
                <Table.Th ta="end">{words.version(version)}</Table.Th>
                <Table.Th ta="end">{words.gain}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {figures.map((pair) => (
                <Table.Tr key={pair.metric}>
                  <Table.Td>{pair.metric}</Table.Td>
                  <Table.Td className="number">{figure(pair.champion)}</Table.Td>
                  <Table.Td className="number">{figure(pair.challenger)}</Table.Td>
                  <Table.Td className="number">
                    {pair.gain !== null && `${figure(pair.gain)} ± ${figure(pair.standard_error)}`}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Scroll>
      )}
    </Section>
  );
}
