import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { startLoopbackProvider } from '../../../test/loopback/provider.ts';
import { startTestService } from '../../../test/service.ts';

it('counts a call that ran when the process was killed, once', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'sibyl-begun-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
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
