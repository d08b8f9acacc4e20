import { Button, Modal, Select, SimpleGrid, TextInput } from '@mantine/core';
import { type Connection, SibylError } from '@sibyl/sdk';
import { useState } from 'react';
import { useAction, useFormAction } from '../shared/action.ts';
import { sibyl } from '../shared/client.ts';
import { Form } from '../shared/form.tsx';
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

/** The database is asked before anything is saved; what does not answer is saved only if that is wanted. */
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
  const send = (test: boolean): Promise<unknown> => {
    const handle = sibyl.project(project);
    if (!connection) return handle.connections.create({ name, engine, parameters: given(values), test } as never);
    const parameters = changeOf(connection, values);
    // A new name alone asks nothing of the database.
    const change = Object.keys(parameters).length > 0 ? { name, parameters, test } : { name };
    return handle.connection(connection.name).update(change as never);
  };
  const settings = { changes: ['listConnections'], onDone: onClose };
  const save = useFormAction(() => send(true), { done: words.saved, ...settings });
  const saveAnyway = useAction(() => send(false), { done: words.savedUntested, ...settings });
  const doesNotAnswer = SibylError.is(save.error, 'connection_failed');
  return (
    <Form
      action={save}
      submit={connection ? shared.save : shared.create}
      onCancel={onClose}
      aside={
        doesNotAnswer && (
          <Button variant="default" loading={saveAnyway.isPending} onClick={() => saveAnyway.mutate()}>
            {words.saveAnyway}
          </Button>
        )
      }
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput
          label={shared.name}
          description={shared.nameRule}
          required
          maxLength={128}
          data-autofocus
          value={name}
          error={save.faults.at('/name')}
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
            fault={save.faults.at(`/parameters/${field.key}`)}
            onChange={(value) => setValues((old) => ({ ...old, [field.key]: value }))}
          />
        ))}
      </SimpleGrid>
    </Form>
  );
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
