import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type DatabaseSuite, describeOnEachDatabase } from '../../../test/databases.ts';
import { type LoopbackProvider, startLoopbackProvider } from '../../../test/loopback/provider.ts';
import { startTestService, type TestService } from '../../../test/service.ts';
import { insertProject, useOf } from '../../../test/token-use.ts';
import { dayOf } from './days.ts';
import { selectTokensOf } from './store.ts';
import { countKept, countUse, requireCounted } from './uncounted.ts';

describeOnEachDatabase('calls that the database does not count', (suite) => {
  let service: TestService;
  let provider: LoopbackProvider;

  beforeAll(async () => {
    provider = await startLoopbackProvider({ text: 'Yes.', usage: { input: 10, output: 5 } });
    service = await startTestService({}, suite.settings);
    const model = { provider: 'openai_compatible', model_name: 'm', base_url: provider.openai };
    await service.call('POST', '/projects', { name: 'shop' });
    await service.call('POST', '/projects/shop/agents', { name: 'desk', model, params: { builtin: 'off' } });
  });
  afterAll(() => Promise.all([service.stop(), provider.stop()]));

  const ask = () =>
    service.call('POST', '/projects/shop/agents/desk/completions', { messages: [{ role: 'user', content: 'Well?' }] });
  const spent = async () => (await service.call('GET', '/projects/shop/spending')).body.today.tokens;

  it('are the last, and are counted once it can', async () => {
    expect([(await ask()).status, await spent()]).toEqual([200, 15]);
    await sql`alter table token_use rename to token_use_away`.execute(suite.database);
    await ask();
    const asked = provider.asked.length;
    expect(asked).toBe(2);
    expect((await ask()).status).toBe(500);
    expect(provider.asked.length).toBe(asked);
    await sql`alter table token_use_away rename to token_use`.execute(suite.database);
    expect(await spent()).toBe(15 * asked);
    await service.call('PUT', '/projects/shop', { limits: { tokens_a_day: 30 } });
    expect((await ask()).body).toMatchObject({ code: 'tokens_used_up', used: 15 * asked });
  });

  it('are dropped with a project that is deleted while its model answers: others ask theirs as before', async () => {
    const [gone, other] = [await makeDesk(), await makeDesk()];
    const before = provider.asked.length;
    provider.script({ text: 'Too late.', usage: { input: 10, output: 5 }, afterMs: 500 });
    const late = askDesk(gone);
    await vi.waitFor(() => expect(provider.asked.length).toBe(before + 1), 5000);
    await service.call('DELETE', `/projects/${gone}?cascade=true&permanently=true`);
    expect((await late).body.code).toBe('project_not_found');
    expect((await askDesk(other)).status).toBe(200);
    expect((await askDesk(gone)).status).toBe(404);
    expect(await askDesk(other)).toMatchObject({ status: 200, body: { message: { content: 'Yes.' } } });
    expect((await service.call('GET', `/projects/${other}/spending`)).body.today.tokens).toBe(30);
  });

  it('stand in the way of their own project and requester alone', async () => {
    const [one, other] = [await insertProject(suite.database), await insertProject(suite.database)];
    await refuseUsesOf(suite, one);
    const ctx = { database: suite.database, log: { error: () => {} } };
    await countUse(ctx, useOf(one));
    await expect(requireCounted({ ...ctx, actor: 'key_2' }, one)).rejects.toThrow();
    await expect(requireCounted({ ...ctx, actor: 'key_1' }, other)).rejects.toThrow();
    await requireCounted({ ...ctx, actor: 'key_2' }, other);
    await countUse(ctx, useOf(one)); // is added to what is kept
    await countUse(ctx, useOf(other));
    await takeUsesOf(suite);
    await countKept(ctx);
    await requireCounted({ ...ctx, actor: 'key_1' }, one);
    const today = dayOf(Date.now());
    expect(await selectTokensOf(suite.database, today, { project_id: one })).toBe(30);
    expect(await selectTokensOf(suite.database, today, { project_id: other })).toBe(15);
  });

  it('are dropped, and said to be, where the database will never take them', async () => {
    const project = await insertProject(suite.database);
    const error = vi.fn();
    const ctx = { database: suite.database, log: { error } };
    await sql`create unique index one_actor on token_use (actor) where actor = 'key_3'`.execute(suite.database);
    await countUse(ctx, { ...useOf(project), actor: 'key_3' });
    await countUse(ctx, { ...useOf(project), actor: 'key_3', agent_id: 'agt_2' });
    if (suite.engine === 'postgres') await countUse(ctx, { ...useOf(project), input_tokens: 1e21 });
    await sql`drop index one_actor`.execute(suite.database);
    expect(error).toHaveBeenCalledTimes(suite.engine === 'postgres' ? 2 : 1);
    for (const [, words] of error.mock.calls) expect(words).toContain('cannot be counted');
    await requireCounted({ ...ctx, actor: 'key_1' }, project);
  });

  async function makeDesk(): Promise<string> {
    const project = await service.project();
    const model = { provider: 'openai_compatible', model_name: 'm', base_url: provider.openai };
    await service.call('POST', `/projects/${project}/agents`, { name: 'desk', model, params: { builtin: 'off' } });
    return project;
  }

  const askDesk = (project: string) =>
    service.call('POST', `/projects/${project}/agents/desk/completions`, {
      messages: [{ role: 'user', content: 'Well?' }],
    });
});

/** Lets the writes of one project fail by an error that may pass. */
async function refuseUsesOf({ engine, database }: DatabaseSuite, project: string): Promise<void> {
  if (engine === 'sqlite') {
    const body = sql.raw(`new.project_id = '${project}' begin select json('{'); end`);
    await sql`create trigger refuse before insert on token_use when ${body}`.execute(database);
    return;
  }
  const body = sql.raw(
    `'begin if new.project_id = ''${project}'' then raise exception ''away''; end if; return new; end'`,
  );
  await sql`create function refuse() returns trigger language plpgsql as ${body}`.execute(database);
  await sql`create trigger refuse before insert on token_use for each row execute function refuse()`.execute(database);
}

function takeUsesOf({ engine, database }: DatabaseSuite) {
  return sql.raw(`drop trigger refuse${engine === 'sqlite' ? '' : ' on token_use'}`).execute(database);
}
