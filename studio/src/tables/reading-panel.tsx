import { Button, Table as Grid, Group, Select, SimpleGrid, Stack, Text } from '@mantine/core';
import type { Table } from '@sibyl/sdk';
import { RotateCw } from 'lucide-react';
import { useState } from 'react';
import { useAction } from '../shared/action.ts';
import { FileDrop } from '../shared/file-drop.tsx';
import { cell } from '../shared/format.ts';
import { Section } from '../shared/page.tsx';
import { Scroll } from '../shared/scroll.tsx';
import { words } from '../words/tables.ts';
import { Warnings } from './column-list.tsx';
import { FirstRows } from './first-rows.tsx';
import { ReadingChoice } from './reading-choice.tsx';
import { choicesFor, foundIn } from './reading-choices.ts';
import { type Choices, keptChoices, keptFile, sendTable } from './upload.ts';

const types = ['integer', 'number', 'boolean', 'date', 'datetime', 'text', 'json'];

/** Shows how the file was read; changed options read it again. */
export function ReadingPanel({ table }: { table: Table }) {
  const { project, name } = table;
  const [choices, setChoices] = useState<Choices>({});
  const [kinds, setKinds] = useState<Choices>({});
  const [before, setBefore] = useState<Choices>();
  const read = (file: File, next: Choices) => sendTable({ project, name, file, replace: true, choices: next });
  const again = useAction(
    async (file: File) => {
      const former = keptChoices(project, name);
      await read(file, { ...former, ...choices, ...typesOf(kinds) });
      setBefore(former);
    },
    { done: words.againDone, onDone: () => forgetChoices() },
  );
  const undo = useAction((file: File) => read(file, before ?? {}), {
    done: words.undone,
    onDone: () => setBefore(undefined),
  });
  const forgetChoices = () => {
    setChoices({});
    setKinds({});
  };
  const file = keptFile(project, name);
  const changed = Object.keys(choices).length + Object.keys(kinds).length;
  const set = (key: string, value: string | null) => setChoices((old) => changedIn(old, key, value));
  return (
    <Stack gap="lg">
      {table.warnings.length > 0 ? <Warnings table={table} /> : <Text c="dimmed">{words.noWarnings}</Text>}
      <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} spacing="sm">
        {choicesFor(table).map((choice) => (
          <ReadingChoice
            key={choice.key}
            choice={choice}
            found={foundIn(table, choice.key)}
            value={choices[choice.key] ?? ''}
            onChange={(value) => set(choice.key, value)}
          />
        ))}
      </SimpleGrid>
      <Section title={words.firstRows}>
        <FirstRows table={table} />
      </Section>
      <Section title={words.typesTitle}>
        <ColumnTypes
          table={table}
          kinds={kinds}
          onChange={(column, kind) => setKinds((old) => changedIn(old, column, kind))}
        />
      </Section>
      {file ? (
        <Group>
          <Button
            leftSection={<RotateCw size={16} />}
            disabled={changed === 0}
            loading={again.isPending}
            onClick={() => again.mutate(file)}
          >
            {words.again}
          </Button>
          {before && (
            <Button variant="default" loading={undo.isPending} onClick={() => undo.mutate(file)}>
              {words.undo}
            </Button>
          )}
          <Text size="sm" c="dimmed">
            {words.changed(changed)}
          </Text>
        </Group>
      ) : (
        <FileDrop
          icon={RotateCw}
          label={words.choose}
          title={words.again}
          lead={words.fileNeeded}
          isBusy={again.isPending}
          onFiles={([chosen]) => again.mutate(chosen)}
        />
      )}
    </Stack>
  );
}

function changedIn(old: Choices, key: string, value: string | null): Choices {
  const { [key]: _, ...rest } = old;
  return value ? { ...rest, [key]: value } : rest;
}

function typesOf(kinds: Choices): Choices {
  return Object.keys(kinds).length === 0 ? {} : { types: JSON.stringify(kinds) };
}

function ColumnTypes({
  table,
  kinds,
  onChange,
}: {
  table: Table;
  kinds: Choices;
  onChange: (column: string, kind: string | null) => void;
}) {
  return (
    <Scroll label={words.typesTitle}>
      <Grid>
        <Grid.Thead>
          <Grid.Tr>
            <Grid.Th>{words.columns}</Grid.Th>
            <Grid.Th>{words.type}</Grid.Th>
            <Grid.Th>{words.example}</Grid.Th>
          </Grid.Tr>
        </Grid.Thead>
        <Grid.Tbody>
          {table.columns.map(({ name, type, examples }) => (
            <Grid.Tr key={name}>
              <Grid.Td className="anywhere">{name}</Grid.Td>
              <Grid.Td>
                <Select
                  size="xs"
                  miw={120}
                  aria-label={`${words.type}: ${name}`}
                  data={types}
                  value={kinds[name] ?? type}
                  onChange={(kind) => onChange(name, kind === type ? null : kind)}
                />
              </Grid.Td>
              <Grid.Td className="anywhere">{cell(examples[0])}</Grid.Td>
            </Grid.Tr>
          ))}
        </Grid.Tbody>
      </Grid>
    </Scroll>
  );
}
