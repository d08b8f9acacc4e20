import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { niceOf, watchPriority } from './priority.ts';

/** Keeps earlier-started threads busy for so many milliseconds, as a DuckDB query does. */
const program = `
  const { pbkdf2 } = require('node:crypto');
  const again = (until) => Date.now() < until && pbkdf2('a', 'b', 20000, 64, 'sha512', () => again(until));
  process.on('message', (milliseconds) => again(Date.now() + milliseconds));
  pbkdf2('a', 'b', 1, 64, 'sha512', () => process.send('ready'));`;

let child: ChildProcess | undefined;
afterEach(() => child?.kill('SIGKILL'));

async function startBusy(milliseconds: number): Promise<number> {
  child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  await new Promise((resolve) => child?.once('message', resolve));
  child.send(milliseconds);
  return child.pid as number;
}

/** Returns the priority of each thread. */
function prioritiesOf(pid: number): number[] {
  return readdirSync(`/proc/${pid}/task`).map((thread) => {
    const stat = readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8');
    return Number(stat.split(') ').at(-1)?.split(' ')[16]);
  });
}

describe.skipIf(!existsSync('/proc/self/task'))('the priority of a child process', () => {
  it('is lowered in every thread of it, those that work among them, once it has worked for long', async () => {
    const pid = await startBusy(60_000);
    const priority = watchPriority(pid, false);
    const work = priority.begin();
    await expect.poll(() => priority.isLow, { timeout: 60_000 }).toBe(true);
    work.end();
    expect(new Set(prioritiesOf(pid))).toEqual(new Set([niceOf.long]));
  });

  it('is lowered by short tasks, too, when one follows the other without a pause', async () => {
    const pid = await startBusy(60_000);
    const priority = watchPriority(pid, false);
    const deadline = Date.now() + 60_000;
    while (!priority.isLow && Date.now() < deadline) {
      const task = priority.begin();
      await pause(100); // shorter than any check of one task
      task.end();
    }
    expect(priority.isLow).toBe(true);
  });

  it('stays as it is while it waits for the processor, however long', async () => {
    const pid = await startBusy(1);
    const priority = watchPriority(pid, false);
    const work = priority.begin();
    await pause(1500);
    work.end();
    expect(priority.isLow).toBe(false);
    expect(new Set(prioritiesOf(pid))).toEqual(new Set([niceOf.short]));
  });

  it('is low from the first for what is known to take long', async () => {
    const pid = await startBusy(1);
    expect(watchPriority(pid, true).isLow).toBe(true);
    expect(new Set(prioritiesOf(pid))).toEqual(new Set([niceOf.long]));
  });
});
