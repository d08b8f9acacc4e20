import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { noteRequester, spareCore } from './spare-core.ts';

/** It has threads beside its first, as DuckDB has. */
const program = `require('node:crypto').pbkdf2('a', 'b', 1, 64, 'sha512', () => process.send('ready'));
  process.on('message', () => {});`;

const coresOf = (path: string) => /^Cpus_allowed_list:\s+(\S+)/m.exec(readFileSync(`${path}/status`, 'utf8'))?.[1];
const coresOfThreads = (pid: number) => [
  ...new Set(readdirSync(`/proc/${pid}/task`).map((thread) => coresOf(`/proc/${pid}/task/${thread}`))),
];

let child: ChildProcess | undefined;
afterEach(() => {
  vi.useRealTimers();
  child?.kill('SIGKILL');
});

async function startChild(): Promise<number> {
  child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  await new Promise((resolve) => child?.once('message', resolve));
  return child.pid as number;
}

describe.skipIf(!existsSync('/proc/self/task') || availableParallelism() < 2)('the core spared from long work', () => {
  it('is free of every thread of it while two projects ask, and its again when one has not for ten seconds', async () => {
    vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] });
    const all = coresOf('/proc/self');
    const pid = await startChild();
    // Projects of other tests in this process may have asked a moment ago
    noteRequester('prj_b');
    noteRequester('prj_a');
    vi.advanceTimersByTime(11_000);
    noteRequester('prj_a');
    noteRequester('');
    const end = spareCore({ id: pid, isProcess: true });
    vi.advanceTimersByTime(5000);
    expect(coresOfThreads(pid)).toEqual([all]);

    noteRequester('prj_b');
    vi.advanceTimersByTime(500);
    await expect.poll(() => coresOfThreads(pid).includes(all)).toBe(false);
    const [left, ...others] = coresOfThreads(pid);
    expect([others, coresOf('/proc/self')]).toEqual([[], all]);
    expect(Number.parseInt(left ?? '', 10)).toBeGreaterThan(Number.parseInt(all ?? '', 10)); // the first is spared

    for (let second = 0; second < 11; second += 1) {
      noteRequester('prj_b');
      vi.advanceTimersByTime(1000);
    }
    await expect.poll(() => coresOfThreads(pid)).toEqual([all]);
    end();
  });

  it('is free of what becomes long while another project asks, whose own last request was long ago', async () => {
    const pid = await startChild();
    noteRequester('prj_b');
    noteRequester('prj_c');
    const all = coresOf('/proc/self');
    const end = spareCore({ id: pid, isProcess: true, project: 'prj_a' });
    await expect.poll(() => coresOfThreads(pid).includes(all)).toBe(false);
    end();
  });
});
