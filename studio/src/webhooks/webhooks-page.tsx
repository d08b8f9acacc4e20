import type { Webhook as Record } from '@sibyl/sdk';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Webhook } from 'lucide-react';
import { useState } from 'react';
import { sibyl } from '../shared/client.ts';
import { CreateButton } from '../shared/create-button.tsx';
import { Empty } from '../shared/empty.tsx';
import { ago } from '../shared/format.ts';
import { Loaded } from '../shared/loaded.tsx';
import { nameColumn } from '../shared/name-column.tsx';
import { Page } from '../shared/page.tsx';
import { type RecordColumn, RecordTable } from '../shared/record-table.tsx';
import { SecretNote } from '../shared/secret-note.tsx';
import { webhooks as words } from '../words/operate.ts';
import { words as shared } from '../words/shared.ts';
import { sentOf, WebhookFields, type WebhookValues } from './webhook-fields.tsx';

const route = getRouteApi('/p/$project/webhooks');
const none: WebhookValues = { url: '', types: [] };

const columns: RecordColumn<Record>[] = [
  nameColumn('/p/$project/webhooks/$webhook'),
  {
    accessorKey: 'url',
    header: words.address,
    cell: ({ row }) => <span className="anywhere">{row.original.url}</span>,
  },
  {
    id: 'enabled',
    header: shared.status,
    accessorFn: ({ enabled, disabled_reason }) => (enabled ? words.on : (disabled_reason ?? words.off)),
  },
  { accessorKey: 'updated_at', header: shared.changed, cell: ({ row }) => ago(row.original.updated_at) },
];

export function WebhooksPage() {
  const { project } = route.useParams();
  const [values, setValues] = useState<WebhookValues>(none);
  const [secret, setSecret] = useState<string>();
  const webhooks = useQuery(sibyl.query('listWebhooks', { path: { projectName: project } }));
  const create = (
    <CreateButton
      to="webhooks.create"
      label={words.create}
      withDescription={false}
      work={({ name }) => sibyl.project(project).webhooks.create({ name, ...sentOf(values) })}
      changes={['listWebhooks']}
      onDone={(_name, made) => {
        setSecret(made.secret);
        setValues(none);
      }}
    >
      {() => <WebhookFields values={values} onChange={setValues} />}
    </CreateButton>
  );
  return (
    <Page title={words.title} lead={words.lead} actions={create}>
      {secret && <SecretNote title={words.secretTitle} lead={words.secretLead} secret={secret} />}
      <Loaded query={webhooks}>
        {(items) =>
          items.length > 0 ? (
            <RecordTable items={items} columns={columns} label={words.title} />
          ) : (
            <Empty icon={Webhook} title={words.empty} action={create}>
              {words.emptyLead}
            </Empty>
          )
        }
      </Loaded>
    </Page>
  );
}
