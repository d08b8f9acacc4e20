import { Button, Group, Modal, Select, SimpleGrid, Stack, TextInput } from '@mantine/core';
import type { Connection } from '@sibyl/sdk';
import { type FormEvent, useState } from 'react';
import { useAction } from '../shared/action.ts';
import { sibyl } from '../shared/client.ts';
import { connections as words } from '../words/operate.ts';
import { words as shared } from '../words/shared.ts';
import { type EngineField, engines, fieldsOf } from './engines.ts';
import { hidden, ParameterField } from './parameter-field.tsx';

type Parameters = Record<string, unknown>;

interface Props {
  project: string;
  /** The connection to change; without it a new one is made. */
  connection?: Connection;
  onClose: () => void;
}

/** Address and credentials of a database. */
export function ConnectionDialog({ opened, ...props }: Props & { opened: boolean }) {
  const { connection, onClose } = props;
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      size="lg"
      title={connection ? words.edit(connection.name) : words.create}
      closeButtonProps={{ 'aria-label': shared.close }}
    >
      <ConnectionForm {...props} />
    </Modal>
  );
}

/** After saving the connection is tried, so that the list shows whether it works. */
function ConnectionForm({ project, connection, onClose }: Props) {
  const [name, setName] = useState(connection?.name ?? '');
  const [engine, setEngine] = useState<string>(connection?.engine ?? Object.keys(engines)[0]);
  const fields = fieldsOf(engine, connection?.parameters);
  const [values, setValues] = useState<Parameters>(() => connection?.parameters ?? usualOf(fields));
  const choose = (next: string | null) => {
    const chosen = next ?? engine;
    setEngine(chosen);
    setValues(usualOf(fieldsOf(chosen)));
  };
  const save = useAction(
    async () => {
      const { connections, connection: handleOf } = handlesOf(project);
      if (connection)
        await handleOf(connection.name).update({ name, parameters: changeOf(connection, values) } as never);
      else await connections.create({ name, engine, parameters: given(values) } as never);
      return handleOf(name).test();
    },
    {
      done: ({ status, last_error, server_version, tables }) =>
        status === 'ok' ? words.works(server_version ?? '', tables.length) : words.fails(last_error ?? ''),
      changes: ['listConnections'],
      onDone: onClose,
    },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <Stack component="form" onSubmit={submit}>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput
          label={shared.name}
          description={shared.nameRule}
          required
          maxLength={128}
          data-autofocus
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Select
          label={words.engine}
          description={words.engineHint}
          allowDeselect={false}
          disabled={connection !== undefined}
          data={[...new Set([...Object.keys(engines), engine])].map((value) => ({
            value,
            label: engines[value]?.label ?? value,
          }))}
          value={engine}
          onChange={choose}
        />
        {fields.map((field) => (
          <ParameterField
            key={`${engine} ${field.key}`}
            field={field}
            value={values[field.key]}
            onChange={(value) => setValues((old) => ({ ...old, [field.key]: value }))}
          />
        ))}
      </SimpleGrid>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {shared.cancel}
        </Button>
        <Button type="submit" loading={save.isPending}>
          {connection ? shared.save : shared.create}
        </Button>
      </Group>
    </Stack>
  );
}

function handlesOf(project: string) {
  const handle = sibyl.project(project);
  return { connections: handle.connections, connection: (name: string) => handle.connection(name) };
}

function usualOf(fields: readonly EngineField[]): Parameters {
  return Object.fromEntries(fields.flatMap(({ key, usual }) => (usual === undefined ? [] : [[key, usual]])));
}

const isGiven = (value: unknown) =>
  value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0);

function given(values: Parameters): Parameters {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => isGiven(value)));
}

/** The service merges what it gets: null takes a value away, and a secret that is not sent stays. */
function changeOf({ parameters }: Connection, values: Parameters): Parameters {
  const stored = parameters as Parameters;
  const changed = Object.entries(values).filter(
    ([key, value]) =>
      JSON.stringify(value) !== JSON.stringify(stored[key]) && !(stored[key] === hidden && value === ''),
  );
  return Object.fromEntries(changed.map(([key, value]) => [key, isGiven(value) ? value : null]));
}
