import { Button } from '@mantine/core';
import type { Result, Webhook } from '@sibyl/sdk';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Send } from 'lucide-react';
import { useState } from 'react';
import { useAction } from '../shared/action.ts';
import { sibyl } from '../shared/client.ts';
import { ConfirmButton } from '../shared/confirm-button.tsx';
import { Empty } from '../shared/empty.tsx';
import { ago } from '../shared/format.ts';
import { Loaded } from '../shared/loaded.tsx';
import { May } from '../shared/may.tsx';
import { Page, Section } from '../shared/page.tsx';
import { type RecordColumn, RecordTable } from '../shared/record-table.tsx';
import { RemoveButton } from '../shared/remove-button.tsx';
import { SecretNote } from '../shared/secret-note.tsx';
import { Status } from '../shared/status.tsx';
import { webhooks as words } from '../words/operate.ts';
import { words as shared } from '../words/shared.ts';
import { EditWebhook } from './edit-webhook.tsx';

const route = getRouteApi('/p/$project/webhooks/$webhook');
type Delivery = Result<'listDeliveries'>[number];

export function WebhookPage() {
  const { project, webhook: name } = route.useParams();
  const [secret, setSecret] = useState<string>();
  const path = { projectName: project, webhookName: name };
  const webhook = useQuery(sibyl.query('getWebhook', { path }));
  const deliveries = useQuery({
    ...sibyl.query('listDeliveries', { path, query: { limit: 200 } }),
    refetchInterval: 5000,
  });
  return (
    <Page
      title={name}
      lead={webhook.data?.url}
      mark={webhook.data && <Status value={webhook.data.enabled ? words.on : words.off} />}
      actions={webhook.data && <Actions webhook={webhook.data} onSecret={setSecret} />}
    >
      {secret && <SecretNote title={words.secretTitle} lead={words.secretLead} secret={secret} />}
      <Section title={words.deliveries}>
        <Loaded query={deliveries}>
          {(items) =>
            items.length > 0 ? (
              <RecordTable items={items} columns={columns} label={words.deliveries} />
            ) : (
              <Empty icon={Send} title={words.noDeliveries}>
                {words.noDeliveriesLead}
              </Empty>
            )
          }
        </Loaded>
      </Section>
    </Page>
  );
}

function Actions({ webhook: record, onSecret }: { webhook: Webhook; onSecret: (secret: string) => void }) {
  const { project, webhook } = route.useParams();
  const isOn = record.enabled;
  const navigate = route.useNavigate();
  const path = { projectName: project, webhookName: webhook };
  const turn = useAction(() => sibyl.call('updateWebhook', { path, body: { enabled: !isOn } }), {
    changes: ['getWebhook', 'listWebhooks'],
  });
  const rotate = useAction(() => sibyl.call('rotateWebhook', { path, body: {} as never }), {
    onDone: (made) => onSecret(made.secret),
  });
  return (
    <>
      <May to="webhooks.update">
        <EditWebhook webhook={record} />
        <Button variant="default" loading={turn.isPending} onClick={() => turn.mutate()}>
          {isOn ? words.turnOff : words.turnOn}
        </Button>
        <ConfirmButton
          label={words.rotate}
          loss={words.lossOfSecret}
          isRunning={rotate.isPending}
          onConfirm={() => rotate.mutate()}
        />
      </May>
      <RemoveButton
        to="webhooks.delete"
        name={webhook}
        loss={words.loss}
        work={() => sibyl.call('deleteWebhook', { path })}
        changes={['listWebhooks']}
        onDone={() => navigate({ to: '/p/$project/webhooks', params: { project } })}
      />
    </>
  );
}

const columns: RecordColumn<Delivery>[] = [
  { accessorKey: 'event_type', header: words.event },
  { accessorKey: 'status', header: shared.status, cell: ({ row }) => <Status value={row.original.status} /> },
  { accessorKey: 'attempts', header: words.attempts },
  { id: 'answer', header: words.answer, accessorFn: ({ response_status, error }) => response_status ?? error ?? '' },
  { accessorKey: 'created_at', header: shared.created, cell: ({ row }) => ago(row.original.created_at) },
  { id: 'again', header: shared.actions, enableSorting: false, cell: ({ row }) => <Replay delivery={row.original} /> },
];

function Replay({ delivery }: { delivery: Delivery }) {
  const { project, webhook } = route.useParams();
  const path = { projectName: project, webhookName: webhook, deliveryId: delivery.id };
  const again = useAction(() => sibyl.call('replayDelivery', { path }), {
    done: words.sentAgain,
    changes: ['listDeliveries'],
  });
  return (
    <May to="webhooks.replay">
      <Button size="xs" variant="default" loading={again.isPending} onClick={() => again.mutate()}>
        {words.again}
      </Button>
    </May>
  );
}
