import { Button, Group } from '@mantine/core';
import type { Key } from '@sibyl/sdk';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { KeyRound } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useAction } from '../shared/action.ts';
import { sibyl } from '../shared/client.ts';
import { CreateButton } from '../shared/create-button.tsx';
import { Empty } from '../shared/empty.tsx';
import { ago, moment } from '../shared/format.ts';
import { Loaded } from '../shared/loaded.tsx';
import { Page } from '../shared/page.tsx';
import { type RecordColumn, RecordTable } from '../shared/record-table.tsx';
import { RemoveButton } from '../shared/remove-button.tsx';
import { SecretNote } from '../shared/secret-note.tsx';
import { keys as words } from '../words/operate.ts';
import { words as shared } from '../words/shared.ts';
import { ChangeKey } from './change-key.tsx';
import { KeyFields, type KeySettings, keyOf } from './key-fields.tsx';
import { NewSecret } from './new-secret.tsx';

const facts: RecordColumn<Key>[] = [
  { accessorKey: 'name', header: shared.name },
  { accessorKey: 'role', header: words.role },
  { id: 'projects', accessorFn: ({ projects }) => projects?.join(', ') ?? words.everyProject, header: words.projects },
  { accessorKey: 'last_used_at', header: words.used, cell: ({ row }) => ago(row.original.last_used_at) },
  {
    accessorKey: 'expires_at',
    header: words.expires,
    cell: ({ row }) => (row.original.expires_at ? moment(row.original.expires_at) : words.never),
  },
];

const opensAll = ({ role, projects, expires_at }: Key) =>
  role === 'admin' && projects === null && (expires_at === null || Date.parse(expires_at) > Date.now());

/** Says what becomes of the service without the key, before it is deleted. */
function Revoke({ apiKey }: { apiKey: Key }) {
  const keys = useQuery(sibyl.query('listKeys')).data ?? [];
  const actor = useQuery(sibyl.query('getSession')).data?.actor ?? '';
  const isLastAdmin = opensAll(apiKey) && keys.filter(opensAll).length === 1;
  // Those who signed in elsewhere need no key to make one.
  const isKept = isLastAdmin && actor.startsWith('key_');
  const ends = keys.length === 1 ? words.lossOfAll : isLastAdmin ? words.lossOfAdmin : '';
  const own = actor === apiKey.id ? words.lossOfOwn : '';
  return (
    <RemoveButton
      to="keys.revoke"
      small
      name={apiKey.name}
      kept={isKept ? words.lastAdmin(apiKey.name) : undefined}
      loss={[words.loss, ends, own].filter(Boolean).join(' ')}
      work={() => sibyl.keys.revoke(apiKey.name)}
      changes={['listKeys', 'getSession']}
    />
  );
}

function actionsOf(onSecret: (secret: string) => void): RecordColumn<Key> {
  return {
    id: 'actions',
    header: shared.actions,
    enableSorting: false,
    cell: ({ row: { original } }) => (
      <Group gap="xs" justify="flex-end" wrap="nowrap">
        <ChangeKey apiKey={original} />
        <NewSecret apiKey={original} onSecret={onSecret} />
        <Revoke apiKey={original} />
      </Group>
    ),
  };
}

export function KeysPage() {
  const keys = useQuery(sibyl.query('listKeys'));
  const session = useQuery(sibyl.query('getSession'));
  const [secret, setSecret] = useState<string>();
  const columns = useMemo(() => [...facts, actionsOf(setSecret)], []);
  const isOpen = session.data?.actor === 'local';
  return (
    <Page
      title={words.title}
      lead={session.data && !isOpen ? words.you(session.data.role) : words.lead}
      actions={<Actions key={String(isOpen)} isOpen={isOpen} onSecret={setSecret} />}
    >
      {secret && <SecretNote title={words.secretTitle} lead={words.secretLead} secret={secret} />}
      <Loaded query={keys}>
        {(items) =>
          items.length > 0 ? (
            <RecordTable items={items} columns={columns} label={words.title} />
          ) : (
            <Empty icon={KeyRound} title={words.empty}>
              {words.emptyLead}
            </Empty>
          )
        }
      </Loaded>
    </Page>
  );
}

function Actions({ isOpen, onSecret }: { isOpen: boolean; onSecret: (secret: string) => void }) {
  const navigate = useNavigate();
  const [settings, setSettings] = useState<KeySettings>({
    role: isOpen ? 'admin' : 'predictor',
    projects: [],
    end: '',
  });
  const out = useAction(() => sibyl.session.delete(), { onDone: () => navigate({ to: '/sign-in' }) });
  return (
    <>
      {!isOpen && (
        <Button variant="default" onClick={() => out.mutate()}>
          {words.signOut}
        </Button>
      )}
      <CreateButton
        to="keys.create"
        label={words.create}
        withDescription={false}
        work={async ({ name }) => {
          const made = await sibyl.keys.create({ name, ...keyOf(settings) } as never);
          // After the first key this page needs a session.
          if (isOpen) await sibyl.session.create(made.secret);
          return made;
        }}
        changes={['listKeys', 'getSession']}
        onDone={(_name, { secret }) => onSecret(secret)}
      >
        {(faults) => <KeyFields faults={faults} settings={settings} onChange={setSettings} />}
      </CreateButton>
    </>
  );
}
