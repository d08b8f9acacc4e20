import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startBackground } from '../process/background.ts';
import { answers, findFreePort, waitUntil } from '../process/ready.ts';
import { makeScratchFolder } from '../process/scratch.ts';
import type { Asked } from './throughput.ts';

const script = join(import.meta.dirname, '../predict/echo-server.ts');
const startSeconds = 30;

/** Starts bare Fastify servers that return `answer`: what more of them cost is the machine's doing. */
export function startEchoes(count: number, answer: unknown): Promise<Asked[]> {
  const file = join(makeScratchFolder(), 'answers.json');
  writeFileSync(file, JSON.stringify({ 1: answer }));
  return Promise.all(Array.from({ length: count }, () => startEcho(file)));
}

async function startEcho(file: string): Promise<Asked> {
  const port = await findFreePort();
  const command = [process.execPath, '--max-semi-space-size=4', script, String(port), file];
  const echo = await startBackground({ name: 'the Fastify echo', command });
  const url = `http://127.0.0.1:${port}/predict`;
  await waitUntil(echo, startSeconds, () => answers(url));
  return { pid: echo.pid, url, headers: {} };
}
