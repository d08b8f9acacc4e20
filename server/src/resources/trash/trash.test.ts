/** What was deleted comes back with all that hung on it. On both databases. */
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { describeLongOnPostgres } from '../../../test/databases.ts';
import { startTestService, type TestService } from '../../../test/service.ts';
import { makeDirectory, startProcess } from '../../../test/service-process.ts';
import { generateHomeRentals } from '../../operations/sample/home-rentals.ts';

const json = { 'content-type': 'application/json' };
const homes = JSON.stringify(generateHomeRentals(60, 1));
const question = 'How many homes are there?';

describeLongOnPostgres('the trash', (suite) => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService({}, suite.settings);
  });
  afterAll(() => service.stop());

  const read = async (path: string) => (await service.call('GET', path)).body;
  const remove = async (path: string) => expect((await service.call('DELETE', path)).status, path).toBe(204);
  const post = async (path: string, body: unknown, headers?: Record<string, string>) => {
    const answer = await service.call('POST', path, body, headers);
    expect(answer.status, `${path}: ${answer.text}`).toBeLessThan(300);
    return answer.body;
  };
  const restore = (at: string, entry: string, body: object = {}) => post(`${at}/trash/${entry}/restore`, body);

  /** A project whose bot answers from an agent with skills over a table, documents and a model. */
  async function furnish(): Promise<{ at: string; bot: { id: string } }> {
    const at = `/api/projects/${await service.project()}`;
    await post(`${at}/tables?name=homes`, homes, json);
    const training = { name: 'rents', target: 'rental_price', from: { table: 'homes' }, options: { effort: 'quick' } };
    await post(`${at}/models`, training);
    await post(`${at}/knowledge_bases`, { name: 'rules' });
    await post(`${at}/knowledge_bases/rules/documents`, { name: 'paint.md', content: 'Walls are painted white.' });
    await post(`${at}/skills`, { name: 'data', type: 'sql', params: { tables: ['homes'] } });
    await post(`${at}/skills`, { name: 'house', type: 'knowledge', params: { knowledge_bases: ['rules'] } });
    await service.until(`${at}/models/rents`, ({ body }) => body.status === 'complete');
    await post(`${at}/skills`, { name: 'prices', type: 'predict', params: { models: ['rents'] } });
    await post(`${at}/agents`, { name: 'desk', skills: ['data', 'house', 'prices'] });
    const web = { name: 'page', agent: 'desk', channel: { type: 'web' }, is_running: true };
    const bot = await post(`${at}/chatbots`, web);
    await service.until(`${at}/chatbots/page`, ({ body }) => body.status === 'running');
    return { at, bot };
  }

  async function askBot(bot: { id: string }, id: string): Promise<void> {
    const channel = `/api/channels/${bot.id}`;
    const { token } = await post(`${channel}/visits`, {});
    await post(`${channel}/messages`, { id: `message-${id}`, text: question }, { authorization: `Bearer ${token}` });
  }

  async function lastAnswer(at: string, count: number): Promise<string> {
    const answers = (body: { kind: string; status: string; text: string }[]) =>
      body.filter(({ kind, status }) => kind === 'answer' && status === 'sent');
    const told = await service.until(`${at}/chatbots/page/messages`, ({ body }) => answers(body).length === count);
    return answers(told.body)
      .map(({ text }) => text)
      .join(' ');
  }

  it('gives back a table, and what needed it works again', async () => {
    const { at, bot } = await furnish();
    expect(await read(`${at}/tables/homes/uses`)).toEqual({
      models: ['rents'],
      skills: ['data'],
      agents: ['desk'],
      chatbots: ['page'],
    });
    const before = await read(`${at}/tables/homes/rows`);
    await remove(`${at}/tables/homes`);
    const broken = { code: 'table_not_found', detail: expect.stringContaining('lies in the trash') };
    for (const path of ['skills/data', 'agents/desk', 'chatbots/page'])
      expect((await read(`${at}/${path}`)).broken, path).toEqual(broken);
    expect((await read(`${at}/tables/homes`)).code).toBe('table_not_found');
    expect(await read(`${at}/trash`)).toMatchObject([{ kind: 'table', name: 'homes' }]);
    await restore(at, 'homes');
    expect(await read(`${at}/tables/homes/rows`)).toEqual(before);
    for (const path of ['skills/data', 'agents/desk', 'chatbots/page'])
      expect((await read(`${at}/${path}`)).broken, path).toBeNull();
    await askBot(bot, '0001');
    expect(await lastAnswer(at, 1)).toContain('60');
  });

  it('gives back a model, documents, skills, an agent and a running chatbot', async () => {
    const { at, bot } = await furnish();
    await remove(`${at}/chatbots/page`);
    expect((await service.call('GET', '/metrics')).text).not.toContain('{channel="web",status="starting"}');
    expect((await service.call('POST', `/api/channels/${bot.id}/visits`, {})).status).toBe(404);
    await remove(`${at}/agents/desk`);
    for (const path of ['skills/data', 'skills/house', 'models/rents', 'knowledge_bases/rules', 'tables/homes'])
      await remove(`${at}/${path}`);
    expect((await read(`${at}/skills/prices`)).broken.code).toBe('model_not_found');
    expect((await read(`${at}/trash`)).map(({ name }: { name: string }) => name).sort()).toEqual(
      ['data', 'desk', 'homes', 'house', 'page', 'rents', 'rules'].sort(),
    );
    for (const name of ['page', 'desk']) await restore(at, name);
    expect((await read(`${at}/agents/desk`)).broken).toMatchObject({ code: 'skill_not_found' });
    // A change meanwhile keeps the skills that may come back.
    expect((await service.call('PUT', `${at}/agents/desk`, { description: 'At the door' })).status).toBe(200);
    for (const name of ['data', 'house', 'rents', 'rules', 'homes']) await restore(at, name);
    expect(await read(`${at}/agents/desk`)).toMatchObject({ broken: null, skills: { length: 3 } });
    expect(await read(`${at}/chatbots/page`)).toMatchObject({ broken: null, agent: 'desk', is_running: true });
    const [row] = (await service.call('POST', `${at}/models/rents/predict`, [{ sqft: 700 }])).body;
    expect(row.rental_price).toBeGreaterThan(0);
    await service.until(`${at}/chatbots/page`, ({ body }) => body.status === 'running');
    await askBot(bot, '0002');
    expect(await lastAnswer(at, 1)).toContain('60');
  });

  it('refuses a name that is taken by now, takes another, and tells entries of one name apart', async () => {
    const at = `/api/projects/${await service.project()}`;
    const create = () => post(`${at}/tables?name=homes`, homes, json);
    const [first] = [await create(), await remove(`${at}/tables/homes`)];
    await create();
    const taken = await service.call('POST', `${at}/trash/${first.id}/restore`, {});
    expect([taken.status, taken.body.code]).toEqual([409, 'name_taken']);
    expect(taken.body.detail).toContain('another `name`');
    expect(await restore(at, first.id, { name: 'homes_old' })).toMatchObject({ id: first.id, name: 'homes_old' });
    expect(await read(`${at}/tables/homes_old`)).toMatchObject({ id: first.id, row_count: 60 });
    await remove(`${at}/tables/homes`);
    await create();
    await remove(`${at}/tables/homes`);
    const ambiguous = await service.call('POST', `${at}/trash/homes/restore`, {});
    expect([ambiguous.status, ambiguous.body.detail]).toEqual([404, expect.stringContaining('2 entries')]);
  });

  it('keeps a project with all it held, under its own rights and limits', async () => {
    const { at, bot } = await furnish();
    const { id, name } = await read(at);
    await service.call('PUT', at, { limits: { rows_a_prediction: 3 } });
    expect((await service.call('DELETE', at)).body.code).toBe('project_not_empty');
    await remove(`${at}?cascade=true`);
    for (const path of [at, `/api/projects/${id}`, `/api/projects/~${id}`])
      expect((await service.call('GET', path)).status, path).toBe(404);
    expect((await service.call('POST', `${at}/models/rents/predict`, [{}])).status).toBe(404);
    expect((await service.call('POST', `/api/channels/${bot.id}/visits`, {})).status).toBe(404);
    expect((await read('/api/projects')).map((one: { id: string }) => one.id)).not.toContain(id);
    await post('/api/projects', { name });
    expect((await service.call('POST', `/api/trash/${id}/restore`, {})).body.code).toBe('name_taken');
    await post(`/api/trash/${id}/restore`, { name: `${name}_again` });
    const again = `/api/projects/${name}_again`;
    expect((await read(`${again}/agents/desk`)).broken).toBeNull();
    await service.until(`${again}/chatbots/page`, ({ body }) => body.status === 'running');
    await askBot(bot, '0003');
    expect(await lastAnswer(again, 1)).toContain('60');
  });

  it('lets one of several deletions, returns and ends win, and keeps or ends all of the entry', async () => {
    const at = `/api/projects/${await service.project()}`;
    const document = { name: 'paint.md', content: 'Walls are painted white.' };
    for (const order of [0, 1, 2, 3]) {
      const base = await post(`${at}/knowledge_bases`, { name: `rules_${order}` });
      await post(`${at}/knowledge_bases/${base.id}/documents`, document);
      await remove(`${at}/knowledge_bases/${base.id}`);
      const entry = `${at}/trash/${base.id}`;
      const isBack = await settleRace(entry, order);
      const documents = await service.call('GET', `${at}/knowledge_bases/${base.id}/documents`);
      expect([documents.status, documents.body.length]).toEqual(isBack ? [200, 1] : [404, undefined]);
      expect(await read(`${at}/trash`)).toEqual([]);
    }
  });

  it('lets one of several deletions, returns and ends of a project win', async () => {
    for (const order of [0, 1, 2, 3]) {
      const at = `/api/projects/${await service.project()}`;
      const { id } = await read(at);
      await post(`${at}/knowledge_bases`, { name: 'rules' });
      const path = `${at}?cascade=true`;
      const deleted = await Promise.all([1, 2, 3].map(() => service.call('DELETE', path)));
      expect(deleted.map(({ status, body }) => body?.code ?? status).sort()).toEqual([
        204,
        'project_not_found',
        'project_not_found',
      ]);
      const isBack = await settleRace(`/api/trash/${id}`, order);
      expect((await service.call('GET', `/api/projects/${id}/knowledge_bases/rules`)).status).toBe(isBack ? 200 : 404);
    }
  });

  /** Restores and ends an entry several times at once; returns whether it came back. */
  async function settleRace(entry: string, order: number): Promise<boolean> {
    const calls = [0, 1, 2, 3].map((index) =>
      (index + order) % 2 === 0 ? service.call('POST', `${entry}/restore`, {}) : service.call('DELETE', entry),
    );
    const answers = await Promise.all(calls);
    const told = answers.map(({ status, body }) => body?.code ?? status);
    expect(
      told.filter((one) => one === 'trash_entry_not_found'),
      told.join(),
    ).toHaveLength(3);
    expect(
      told.some((one) => one === 200 || one === 204),
      told.join(),
    ).toBe(true);
    return told.includes(200);
  }

  it('counts for the limits of the project, until it is emptied', async () => {
    const at = `/api/projects/${await service.project()}`;
    await post(`${at}/tables?name=homes`, homes, json);
    await service.call('PUT', at, { limits: { stored_bytes: homes.length + 500 } });
    await remove(`${at}/tables/homes`);
    const full = await service.call('POST', `${at}/tables?name=others`, homes, json);
    expect([full.body.code, full.body.detail]).toEqual(['project_full', expect.stringContaining('empty the trash')]);
    const files = () => globSync(join(service.directory, 'blobs/tables/**/*.parquet')).length;
    const count = files();
    await remove(`${at}/trash/homes`);
    expect([await read(`${at}/trash`), files()]).toEqual([[], count - 1]);
    await post(`${at}/tables?name=others`, homes, json);
    await remove(`${at}/tables/others?permanently=true`);
    expect(await read(`${at}/trash`)).toEqual([]);
  });
});

it('is emptied when its days are over, and holds nothing where it has none', async () => {
  const directory = makeDirectory();
  const start = (days: string) => startTestService({ SIBYL_DATA_DIR: directory, SIBYL_TRASH_DAYS: days });
  const at = '/api/projects/default';
  const create = (service: TestService) => service.call('POST', `${at}/tables?name=homes`, homes, json);
  const before = await start('7');
  await create(before);
  await before.call('DELETE', `${at}/tables/homes`);
  expect((await before.call('GET', `${at}/trash`)).body).toHaveLength(1);
  await before.stop({ keepsFiles: true });
  const service = await start('0');
  await service.until(`${at}/trash`, ({ body }) => body.length === 0);
  await create(service);
  await service.call('DELETE', `${at}/tables/homes`);
  expect((await service.call('GET', `${at}/trash`)).body).toEqual([]);
  await vi.waitFor(() => expect(globSync(join(directory, 'blobs/tables/**/*.parquet'))).toEqual([]));
  await service.stop();
});

it('goes on at its start with what was claimed before a crash, and shows it to nobody', async () => {
  const directory = makeDirectory();
  const at = '/api/projects/default';
  const before = await startTestService({ SIBYL_DATA_DIR: directory });
  for (const name of ['half', 'whole']) {
    await before.call('POST', `${at}/tables?name=${name}`, homes, json);
    await before.call('DELETE', `${at}/tables/${name}`);
  }
  await before.stop({ keepsFiles: true });
  const database = new DatabaseSync(join(directory, 'sibyl.db'));
  database.exec("update projects set trashed_kind = 'erased' where trashed_name = 'half'");
  database.close();
  const service = await startTestService({ SIBYL_DATA_DIR: directory });
  expect((await service.call('GET', `${at}/trash`)).body).toMatchObject([{ name: 'whole' }]);
  const restored = await service.call('POST', `${at}/trash/half/restore`, {});
  expect(restored.body.code).toBe('trash_entry_not_found');
  await vi.waitFor(() => expect(globSync(join(directory, 'blobs/tables/**/*.parquet'))).toHaveLength(1));
  await service.stop();
});

it('has a deletion and a return whole or not at all after kill -9', { tags: 'long' }, async () => {
  const directory = makeDirectory();
  const at = '/api/projects/default';
  let first = startProcess(directory);
  await first.call('POST', `${at}/tables?name=homes`, homes, json);
  await first.call('POST', `${at}/skills`, { name: 'data', type: 'sql', params: { tables: ['homes'] } });
  await first.call('POST', `${at}/agents`, { name: 'desk', data: { tables: ['homes'] } });
  for (const delay of [0, 1, 2, 4, 8, 12]) {
    const trash = (await first.call('GET', `${at}/trash`)).body;
    const path = trash.length === 0 ? ['DELETE', `${at}/agents/desk`] : ['POST', `${at}/trash/desk/restore`];
    const asked = first.call(path[0], path[1], path[0] === 'POST' ? {} : undefined).catch(() => {});
    await new Promise((resolve) => setTimeout(resolve, delay));
    await first.end('SIGKILL');
    await asked;
    first = startProcess(directory);
    const [agent, skill, entries] = await Promise.all(
      [`${at}/agents/desk`, `${at}/skills/desk_tables`, `${at}/trash`].map((one) => first.call('GET', one)),
    );
    const isThere = agent.status === 200;
    expect([skill.status, entries.body.length]).toEqual(isThere ? [200, 0] : [404, 1]);
    if (isThere) expect(agent.body.skills).toHaveLength(1);
  }
  await first.end('SIGTERM');
});
