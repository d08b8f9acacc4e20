import { appendFileSync, closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it, onTestFinished, vi } from 'vitest';
import { describeOnEachDatabase } from '../../../test/databases.ts';
import { startLoopbackProvider } from '../../../test/loopback/provider.ts';
import { startTestService } from '../../../test/service.ts';
import { insertProject, useOf } from '../../../test/token-use.ts';
import { followBegunCalls, noteBegun } from './begun-calls.ts';
import { requireCounted } from './uncounted.ts';

it('counts a call that ran when the process was killed, once', async () => {
  const directory = folder();
  const provider = await startLoopbackProvider();
  onTestFinished(() => provider.stop());
  const environment = { SIBYL_DATA_DIR: directory, SIBYL_OUTGOING_ALLOWED: '127.0.0.1' };
  const file = join(directory, 'begun-calls.ndjson');

  const first = await startTestService(environment);
  const model = { provider: 'openai_compatible', model_name: 'm', base_url: provider.openai };
  await first.call('POST', '/projects', { name: 'shop' });
  await first.call('POST', '/projects/shop/agents', { name: 'desk', model });
  const ask = { messages: [{ role: 'user', content: 'Which is it?' }] };
  await first.call('POST', '/projects/shop/agents/desk/completions', ask);
  provider.script({ hangs: true });
  const asking = first.call('POST', '/projects/shop/agents/desk/completions', ask).catch(() => {});
  await vi.waitFor(() => expect(provider.asked).toHaveLength(2));
  // What a killed process leaves: the call begun, the last line half written, and what a power cut may make of it
  const left = readFileSync(file);
  await first.stop({ keepsFiles: true });
  await asking;
  const before = await spendingOf();
  writeFileSync(file, left);
  appendFileSync(file, '\0\0\n{"begun":9,"u');
  const after = await spendingOf();
  expect(after.calls).toBe(before.calls + 1);
  expect(after.estimated_calls).toBe(before.estimated_calls + 1);
  expect(after.input_tokens).toBeGreaterThan(before.input_tokens);
  expect(await spendingOf()).toEqual(after);

  async function spendingOf() {
    const service = await startTestService(environment);
    const { days } = (await service.call('GET', '/projects/shop/spending')).body;
    await service.stop({ keepsFiles: true });
    return days[0];
  }
});

describeOnEachDatabase('calls that were cut off', (suite) => {
  const log = { error: () => {} };

  it('are counted later where the database does not take them at the start, each of them', async () => {
    const directory = folder();
    const ctx = { database: suite.database, log };
    const project = await insertProject(suite.database);
    const other = { ...useOf(project), input_tokens: 100, agent_id: 'agt_2' };
    const uses = [useOf(project), other, useOf(project), useOf('prj_gone')];
    const lines = uses.map((use, at) => JSON.stringify({ begun: at + 1, use }));
    const odd = ['null', '7', '{"begun":8}', '{"begun":9,"use":{"project_id":"prj_1"}}'];
    writeFileSync(join(directory, 'begun-calls.ndjson'), [...lines, ...odd, ''].join('\n'));
    await sql`alter table token_use rename to token_use_away`.execute(suite.database);
    const close = await followBegunCalls(ctx, directory);
    onTestFinished(close);
    await expect(requireCounted({ ...ctx, actor: 'key_1' }, project)).rejects.toThrow();
    await sql`alter table token_use_away rename to token_use`.execute(suite.database);
    await requireCounted({ ...ctx, actor: 'key_1' }, project);
    const rows = await suite.database.selectFrom('token_use').selectAll().orderBy('agent_id').execute();
    expect(rows.map(({ calls, input_tokens }) => [Number(calls), Number(input_tokens)])).toEqual([
      [2, 20],
      [1, 100],
    ]);
  });

  it('are not noted any more once the file is closed: its number may be that of another one', async () => {
    const [directory, elsewhere] = [folder(), join(folder(), 'other')];
    const close = await followBegunCalls({ database: suite.database, log }, directory);
    const ends = Array.from({ length: 5 }, () => noteBegun(suite.database, useOf('prj_1')));
    close();
    const others = Array.from({ length: 5 }, () => openSync(elsewhere, 'a'));
    for (const end of ends) end();
    expect(readFileSync(elsewhere, 'utf8')).toBe('');
    expect(readFileSync(join(directory, 'begun-calls.ndjson'), 'utf8')).not.toContain('ended');
    for (const file of others) closeSync(file);
  });
});

function folder(): string {
  const directory = mkdtempSync(join(tmpdir(), 'sibyl-begun-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}
