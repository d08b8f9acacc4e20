import { Button, Group, Stack, Text } from '@mantine/core';
import type { Table } from '@sibyl/sdk';
import { RotateCw } from 'lucide-react';
import { useState } from 'react';
import { useAction } from '../shared/action.ts';
import { FileDrop } from '../shared/file-drop.tsx';
import { May } from '../shared/may.tsx';
import { Section } from '../shared/page.tsx';
import { words } from '../words/tables.ts';
import { Warnings } from './column-list.tsx';
import { FirstRows } from './first-rows.tsx';
import { choicesOf, foundIn } from './reading-choices.ts';
import { ReadingForm } from './reading-form.tsx';
import { type Choices, keptChoices, keptFile, sendTable } from './upload.ts';

/** Shows how the file was read; with the file at hand it can be read in another way. */
export function ReadingPanel({ table }: { table: Table }) {
  const [file, setFile] = useState(() => keptFile(table.project, table.name));
  if (file) return <ReadAgain table={table} file={file} />;
  return (
    <Stack gap="lg">
      {table.warnings.length > 0 ? <Warnings table={table} /> : <Text c="dimmed">{words.noWarnings}</Text>}
      <Found table={table} />
      <Section title={words.firstRows}>
        <FirstRows table={table} />
      </Section>
      <May to="tables.create">
        <FileDrop
          icon={RotateCw}
          label={words.choose}
          title={words.another}
          lead={words.fileNeeded}
          onFiles={([chosen]) => setFile(chosen)}
        />
      </May>
    </Stack>
  );
}

function Found({ table }: { table: Table }) {
  const found = choicesOf(table)
    .map(({ key, label }) => ({ key, label, value: foundIn(table, key) }))
    .filter(({ value }) => value !== '');
  return (
    <dl className="facts">
      {found.map(({ key, label, value }) => (
        <div key={key}>
          <dt>{label}</dt>
          <dd className="anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function ReadAgain({ table: { project, name }, file }: { table: Table; file: File }) {
  const [choices, setChoices] = useState<Choices>(() => keptChoices(project, name));
  const [before, setBefore] = useState<Choices>();
  const former = keptChoices(project, name);
  const isChanged = JSON.stringify(choices) !== JSON.stringify(former) || keptFile(project, name) !== file;
  const read = (next: Choices) => sendTable({ project, name, file, replace: true, choices: next });
  const again = useAction(() => read(choices), { done: words.againDone, onDone: () => setBefore(former) });
  const undo = useAction(() => read(before ?? {}), {
    done: words.undone,
    onDone: () => {
      setChoices(before ?? {});
      setBefore(undefined);
    },
  });
  return (
    <Stack gap="lg">
      <ReadingForm project={project} file={file} choices={choices} onChange={setChoices} />
      <Group>
        <Button
          leftSection={<RotateCw size={16} />}
          disabled={!isChanged}
          loading={again.isPending}
          onClick={() => again.mutate()}
        >
          {words.again}
        </Button>
        {before && (
          <Button variant="default" loading={undo.isPending} onClick={() => undo.mutate()}>
            {words.undo}
          </Button>
        )}
        <Text size="sm" c="dimmed">
          {isChanged ? words.notYet : words.asIs}
        </Text>
      </Group>
    </Stack>
  );
}
