import { randomBytes } from 'node:crypto';
import { expect, onTestFinished, test, vi } from 'vitest';
import { describeOnEachDatabase } from '../../../test/databases.ts';
import { type LoopbackServer, startLoopback } from '../../../test/loopback.ts';
import { newId } from '../../ids.ts';
import { insertRecord } from '../../platform/db/records.ts';
import { transact } from '../../platform/db/transact.ts';
import { EventLog } from '../../platform/journal/event-log.ts';
import { openOutgoing } from '../../platform/outgoing/outgoing.ts';
import { SealedBox } from '../../platform/secrets/sealed-box.ts';
import { noTelemetry } from '../../platform/telemetry/telemetry.ts';
import { KeyRing } from '../keys/key-ring.ts';
import { sealOwner } from './deliver.ts';
import { WebhookDispatcher } from './dispatcher.ts';
import { newWebhookSecret } from './sign.ts';

describeOnEachDatabase('the dispatcher of webhooks', (suite) => {
  const parts = () => ({
    ...noTelemetry(),
    database: suite.database,
    events: new EventLog(),
    outgoing: openOutgoing([]),
    secrets: new SealedBox(Buffer.alloc(32, 7)),
    keys: new KeyRing(randomBytes(32), true),
  });
  type DispatcherParts = ReturnType<typeof parts>;

  function start(given: DispatcherParts, delaysMs: number[]): WebhookDispatcher {
    const dispatcher = new WebhookDispatcher(given, { delaysMs, onError: (error) => console.error(error) });
    onTestFinished(() => dispatcher.stop());
    return dispatcher;
  }

  async function makeWebhook({ secrets }: DispatcherParts, url: string) {
    const [projectId, id] = [newId('prj'), newId('whk')];
    const now = new Date().toISOString();
    const common = { created_at: now, updated_at: now, created_by: null };
    await insertRecord(suite.database, 'projects', {
      ...common,
      id: projectId,
      name: projectId.toLowerCase(),
      description: '',
      metadata: null,
    });
    const secret = secrets.seal(newWebhookSecret(), sealOwner(id));
    const blank = { types: null, disabled_reason: null, former_secret: null, former_until: null, failing_since: null };
    await insertRecord(suite.database, 'webhooks', {
      ...common,
      ...blank,
      id,
      project_id: projectId,
      name: 'hook',
      url,
      enabled: 1,
      secret,
      position: 0,
    });
    return { projectId, id };
  }

  const write = ({ events }: DispatcherParts, project: string, subject: string) =>
    transact(suite.database, async (transaction) =>
      events.write(transaction, { type: 'sibyl.table.created', project, subject, data: {} }),
    );

  async function receiver(statusOf: (count: number) => number): Promise<LoopbackServer> {
    const server = await startLoopback((_request, response) =>
      response.writeHead(statusOf(server.requests.length)).end(),
    );
    onTestFinished(() => server.stop());
    return server;
  }

  const deliveriesOf = (webhookId: string) =>
    suite.database.selectFrom('webhook_deliveries').selectAll().where('webhook_id', '=', webhookId).execute();

  test('a project of many webhooks delays none of another project', async () => {
    const given = parts();
    const server = await receiver(() => 200);
    const { projectId: crowd, id } = await makeWebhook(given, server.url);
    const [first] = await suite.database.selectFrom('webhooks').selectAll().where('id', '=', id).execute();
    for (let count = 0; count < 60; count += 1)
      await insertRecord(suite.database, 'webhooks', { ...first, id: newId('whk'), name: `hook_${count}`, enabled: 1 });
    const alone = await makeWebhook(given, server.url);
    await write(given, crowd, 'one');
    await write(given, alone.projectId, 'one');
    start(given, []);
    await expect.poll(() => server.requests.length).toBe(62);
    const deliveries = await suite.database.selectFrom('webhook_deliveries').selectAll().execute();
    const times = deliveries.filter(({ webhook_id }) => webhook_id !== alone.id).map(({ created_at }) => created_at);
    const [own] = await deliveriesOf(alone.id);
    expect(times.toSorted()[0] >= own.created_at).toBe(true);
  });

  test('tries again until the receiver takes it', async () => {
    const given = parts();
    const server = await receiver((count) => (count < 3 ? 503 : 200));
    const { projectId, id } = await makeWebhook(given, server.url);
    start(given, [0, 0, 0, 0]);
    await write(given, projectId, 'tables/a');
    await vi.waitFor(async () => expect(await deliveriesOf(id)).toMatchObject([{ status: 'delivered', attempts: 3 }]), {
      timeout: 60_000,
    });
    expect(new Set(server.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  });

  test('gives up after its last attempt, and switches off a webhook that takes nothing', async () => {
    const given = parts();
    const server = await receiver(() => 500);
    const { projectId, id } = await makeWebhook(given, server.url);
    start(given, [0, 0]);
    await write(given, projectId, 'tables/a');
    const webhook = suite.database.selectFrom('webhooks').select(['enabled', 'disabled_reason']).where('id', '=', id);
    await vi.waitFor(async () => expect(await webhook.executeTakeFirst()).toMatchObject({ enabled: 0 }), {
      timeout: 60_000,
    });
    expect(await deliveriesOf(id)).toMatchObject([{ status: 'failed', attempts: 3, response_status: 500 }]);
  });

  test('sends nothing of a project in the trash, and goes on when it comes back', async () => {
    const given = parts();
    const server = await receiver(() => 200);
    const [hidden, other] = [await makeWebhook(given, server.url), await makeWebhook(given, server.url)];
    const setTrashed = (trashed_at: string | null) =>
      suite.database.updateTable('projects').set({ trashed_at }).where('id', '=', hidden.projectId).execute();
    await write(given, hidden.projectId, 'tables/taken');
    start(given, []).wake();
    await vi.waitFor(async () => expect(await deliveriesOf(hidden.id)).toMatchObject([{ status: 'delivered' }]));
    const [sent] = await deliveriesOf(hidden.id);
    await setTrashed(new Date().toISOString());
    // One that waits for its next attempt, and an event that no delivery was made of.
    const due = { status: 'pending' as const, next_attempt_at: sent.created_at };
    await suite.database.updateTable('webhook_deliveries').set(due).where('id', '=', sent.id).execute();
    await write(given, hidden.projectId, 'tables/hidden');
    await write(given, other.projectId, 'tables/other');
    await vi.waitFor(async () => expect(await deliveriesOf(other.id)).toMatchObject([{ status: 'delivered' }]));
    expect(server.requests).toHaveLength(2);
    await setTrashed(null);
    await vi.waitFor(() => expect(server.requests).toHaveLength(4), { timeout: 60_000 });
  });

  test('sends after a start what was written while none ran', async () => {
    const given = parts();
    const server = await receiver(() => 200);
    const { projectId, id } = await makeWebhook(given, server.url);
    for (const name of ['a', 'b', 'c']) await write(given, projectId, `tables/${name}`);
    start(given, []).wake();
    await vi.waitFor(() => expect(server.requests).toHaveLength(3), { timeout: 60_000 });
    const statuses = async () => (await deliveriesOf(id)).map(({ status }) => status);
    await expect.poll(statuses).toEqual(Array(3).fill('delivered'));
  });

  test('hands back what it was sending when it stops, and another sends it', async () => {
    const given = parts();
    let isStuck = true;
    const server = await startLoopback((_request, response) => {
      if (!isStuck) response.end();
    });
    onTestFinished(() => server.stop());
    const { projectId } = await makeWebhook(given, server.url);
    const first = start(given, []);
    await write(given, projectId, 'tables/a');
    await vi.waitFor(() => expect(server.requests).toHaveLength(1), { timeout: 60_000 });
    await first.stop();
    isStuck = false;
    start(given, []).wake();
    await vi.waitFor(() => expect(server.requests).toHaveLength(2), { timeout: 60_000 });
  });

  test('puts each event down once where several processes share the database', async () => {
    const given = parts();
    const server = await receiver(() => 200);
    const { projectId, id } = await makeWebhook(given, server.url);
    for (const _process of [1, 2, 3]) start(given, []);
    for (let count = 0; count < 30; count++) await write(given, projectId, `tables/${count}`);
    await vi.waitFor(
      async () => {
        const deliveries = await deliveriesOf(id);
        expect(deliveries.filter(({ status }) => status === 'delivered')).toHaveLength(30);
      },
      { timeout: 60_000 },
    );
    expect(new Set((await deliveriesOf(id)).map(({ sequence }) => sequence)).size).toBe(30);
    expect(server.requests).toHaveLength(30);
  });
});
