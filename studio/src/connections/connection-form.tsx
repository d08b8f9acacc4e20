import { NumberInput, PasswordInput, Select, SimpleGrid, TextInput } from '@mantine/core';
import { useState } from 'react';
import { sibyl } from '../shared/client.ts';
import { CreateButton } from '../shared/create-button.tsx';
import { connections as words } from '../words/operate.ts';

/** Address and credentials of a database. */
export function ConnectionForm({ project }: { project: string }) {
  const [host, setHost] = useState('');
  const [port, setPort] = useState<number | string>(5432);
  const [database, setDatabase] = useState('');
  const [user, setUser] = useState('');
  const [password, setPassword] = useState('');
  const [ssl, setSsl] = useState('verify');
  const parameters = { host, port: Number(port), database, user, ...(password ? { password } : {}), ssl };
  return (
    <CreateButton
      label={words.create}
      withDescription={false}
      work={async ({ name }) => {
        const made = await sibyl
          .project(project)
          .connections.create({ name, engine: 'postgresql', parameters } as never);
        // The list shows whether it works, and why not.
        await sibyl.project(project).connection(name).test();
        return made;
      }}
      changes={['listConnections']}
    >
      <SimpleGrid cols={2}>
        <TextInput label={words.host} required value={host} onChange={(event) => setHost(event.currentTarget.value)} />
        <NumberInput label={words.port} min={1} max={65_535} value={port} onChange={setPort} />
        <TextInput
          label={words.database}
          required
          value={database}
          onChange={(event) => setDatabase(event.currentTarget.value)}
        />
        <TextInput label={words.user} required value={user} onChange={(event) => setUser(event.currentTarget.value)} />
        <PasswordInput
          label={words.password}
          autoComplete="off"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <Select
          label={words.ssl}
          allowDeselect={false}
          value={ssl}
          onChange={(next) => setSsl(next ?? 'verify')}
          data={Object.entries(words.sslKinds).map(([value, label]) => ({ value, label }))}
        />
      </SimpleGrid>
    </CreateButton>
  );
}
