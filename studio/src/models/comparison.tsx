import { Alert, Select, Stack, Table, Text } from '@mantine/core';
import type { Model, Result } from '@sibyl/sdk';
import { useQuery } from '@tanstack/react-query';
import { Info } from 'lucide-react';
import { sibyl } from '../shared/client.ts';
import { figure } from '../shared/format.ts';
import { Loaded } from '../shared/loaded.tsx';
import { Section } from '../shared/page.tsx';
import { Scroll } from '../shared/scroll.tsx';
import { useKept } from '../shared/use-kept.ts';
import { words } from '../words/evaluation.ts';
import { words as models } from '../words/models.ts';
import { inWords } from '../words/spoken.ts';

interface Props {
  model: Model;
  versions: Model[];
}

/** The answering version beside another one, or beside another model of the target. */
export function Comparison({ model, versions }: Props) {
  const others = useQuery(sibyl.query('listModels', { path: { projectName: model.project } })).data ?? [];
  const [kept, choose] = useKept('with');
  const choices = [
    ...versions
      .filter(({ version, status }) => version !== model.active_version && status === 'complete')
      .map(({ version }) => ({ value: `@${version}`, label: models.numbered(version) })),
    ...others
      .filter(({ id, target, active_version }) => id !== model.id && target === model.target && active_version !== null)
      .map(({ name }) => ({ value: name, label: name })),
  ];
  const other = kept ?? choices[0]?.value;
  return (
    <Section title={words.compare}>
      <Text size="sm" c="dimmed">
        {choices.length > 0 ? words.compareLead : words.nothingElse}
      </Text>
      {choices.length > 0 && (
        <Select
          label={words.compareWith}
          description={words.choose}
          maw={360}
          searchable
          allowDeselect={false}
          data={choices}
          value={other ?? null}
          onChange={choose}
        />
      )}
      {other && choices.length > 0 && <Beside model={model} other={other} />}
    </Section>
  );
}

function Beside({ model, other }: { model: Model; other: string }) {
  const compared = useQuery({
    queryKey: ['compareModels', model.id, model.active_version, other],
    queryFn: ({ signal }) => sibyl.project(model.project).model(model.name).compare(other, { signal }),
  });
  return <Loaded query={compared}>{(found) => <Figures found={found} />}</Loaded>;
}

function Figures({ found }: { found: Result<'compareModels'> }) {
  const names = [found.this, found.other].map(({ model, version }) => words.numbered(model, version));
  return (
    <Stack gap="xs">
      <Text size="sm">
        {words.rows(found.rows)} {found.is_seen && words.seen}
      </Text>
      <Scroll label={words.compare}>
        <Table className="record">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{words.metric}</Table.Th>
              {[...names, words.difference].map((title) => (
                <Table.Th key={title} ta="end">
                  {title}
                </Table.Th>
              ))}
              <Table.Th>{words.verdict}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {found.figures.map(({ metric, value, other, difference, standard_error, better }) => (
              <Table.Tr key={metric} fw={metric === found.headline ? 600 : undefined}>
                <Table.Td>{models.figureOf[metric] ?? metric}</Table.Td>
                <Table.Td className="number" data-label={names[0]}>
                  {figure(value)}
                </Table.Td>
                <Table.Td className="number" data-label={names[1]}>
                  {figure(other)}
                </Table.Td>
                <Table.Td className="number nowrap" data-label={words.difference}>
                  {words.plusMinus(difference, standard_error)}
                </Table.Td>
                <Table.Td data-label={words.verdict}>{sayBetter(found, better)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Scroll>
      {[found.this, found.other].map(
        (side, place) =>
          side.warnings.length > 0 && (
            <Alert key={names[place]} color="yellow" icon={<Info size={18} />} title={words.warningsOf(names[place])}>
              {side.warnings.map((warning) => (
                <Text size="sm" key={warning}>
                  {inWords(warning)}
                </Text>
              ))}
            </Alert>
          ),
      )}
    </Stack>
  );
}

/** One that may know the answer is not called better without saying so. */
function sayBetter(found: Result<'compareModels'>, better: 'this' | 'other' | null): string {
  if (better === null) return words.chance;
  const { model, version, may_leak } = found[better];
  const name = words.numbered(model, version);
  return may_leak ? words.betterIfKnown(name) : words.better(name);
}
