/**
 * A project is deleted during concurrent creations: each record is either deleted with it or refused. On both
 * databases.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { generateHomeRentals } from '../../src/operations/sample/home-rentals.ts';
import { describeLongOnPostgres } from '../databases.ts';
import { collectionOf, recordKinds, seedProject } from '../record-kinds.ts';
import { startTestService, type TestService } from '../service.ts';

const rounds = 6;
/** Error codes for a reference to something that was deleted first. */
const gone = ['project_not_found', 'agent_not_found', 'knowledge_base_not_found', 'skill_not_found'];

describeLongOnPostgres('the deletion of a project', (suite) => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService({ SIBYL_OUTGOING_ALLOWED: '127.0.0.1' }, suite.settings);
  });
  afterAll(() => service.stop());

  /** All files except the one that identifies the installation. */
  const files = () =>
    readdirSync(join(service.directory, 'blobs'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.parentPath.endsWith('installation'))
      .map(({ name }) => name);

  /** Selects the rows of a table that belong to a project. */
  async function rowsOf(table: 'models' | 'tables' | 'agents' | 'skills' | 'chatbots' | 'webhooks', project: string) {
    return suite.database.selectFrom(table).select('id').where('project_id', '=', project).execute();
  }

  test('leaves nothing of what is made in it meanwhile, and fails nobody', { tags: 'long' }, async () => {
    const inside = recordKinds.filter(({ collection }) => collection.includes('{projectName}'));
    for (let round = 0; round < rounds; round += 1) {
      const project = await seedProject(service);
      const { id } = (await service.call('GET', `/api/projects/${project}`)).body;
      const creations = inside.flatMap((kind) =>
        [1, 2].map((number) => {
          const name = `thing_${number}`;
          return service.call('POST', collectionOf(kind, project, name), kind.body(name), kind.headers);
        }),
      );
      const deletion = service.call('DELETE', `/api/projects/${project}?cascade=true&permanently=true`);
      const answers = await Promise.all(creations);
      expect((await deletion).status).toBe(204);
      for (const { status, body } of answers)
        if (status !== 201) expect(gone, JSON.stringify(body)).toContain(body.code);
      for (const table of ['models', 'tables', 'agents', 'skills', 'chatbots', 'webhooks'] as const)
        expect(await rowsOf(table, id), table).toEqual([]);
    }
    await vi.waitFor(() => expect(files()).toEqual([]), { timeout: 60_000 });
    expect(await suite.database.selectFrom('jobs').select('id').execute()).toEqual([]);
  });

  test('answers a second deletion that the project is not there', async () => {
    const project = await seedProject(service);
    const remove = () => service.call('DELETE', `/api/projects/${project}?cascade=true&permanently=true`);
    const statuses = (await Promise.all([remove(), remove(), remove()])).map(({ status }) => status);
    expect(statuses.sort()).toEqual([204, 404, 404]);
  });

  test('stops its running training and its running chatbot', async () => {
    const project = await seedProject(service);
    const at = `/api/projects/${project}`;
    const rows = JSON.stringify(generateHomeRentals(20_000, 3));
    await service.call('POST', `${at}/tables?name=many`, rows, { 'content-type': 'application/json' });
    await service.call('POST', `${at}/models`, { name: 'slow', target: 'rental_price', from: { table: 'many' } });
    const bot = { name: 'bot', agent: 'desk', channel: { type: 'web' }, is_running: true };
    const { id } = (await service.call('POST', `${at}/chatbots`, bot)).body;
    await service.until(`${at}/models/slow`, ({ body }) => body.status === 'training');
    await service.until(`${at}/chatbots/bot`, ({ body }) => body.status === 'running');
    expect((await service.call('DELETE', `${at}?cascade=true&permanently=true`)).status).toBe(204);
    expect((await service.call('GET', `/api/channels/${id}/widget.js`)).status).toBe(404);
    await vi.waitFor(() => expect(files()).toEqual([]), { timeout: 60_000 });
    expect(await suite.database.selectFrom('jobs').select('id').execute()).toEqual([]);
  });
});
