import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { niceOf, processRunner, type Urgency, watchPriority } from './priority.ts';

/** Keeps earlier-started threads busy for so many milliseconds, as a DuckDB query does. */
const program = `
  const { pbkdf2 } = require('node:crypto');
  const again = (until) => Date.now() < until && pbkdf2('a', 'b', 20000, 64, 'sha512', () => again(until));
  process.on('message', (milliseconds) => again(Date.now() + milliseconds));
  pbkdf2('a', 'b', 1, 64, 'sha512', () => process.send('ready'));`;

const niceAboveOurs = (urgency: Urgency) => Math.min(19, getPriority() + niceOf[urgency]);

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
    const priority = watchPriority(processRunner(pid), 'short');
    const work = priority.begin();
    await expect.poll(() => priority.isLow, { timeout: 60_000 }).toBe(true);
    work.end();
    expect(new Set(prioritiesOf(pid))).toEqual(new Set([niceAboveOurs('long')]));
  });

  it('is lowered by short tasks, too, when one follows the other without a pause', async () => {
    const pid = await startBusy(60_000);
    const priority = watchPriority(processRunner(pid), 'short');
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
    const priority = watchPriority(processRunner(pid), 'short');
    const work = priority.begin();
    await pause(1500);
    work.end();
    expect(priority.isLow).toBe(false);
    expect(new Set(prioritiesOf(pid))).toEqual(new Set([niceAboveOurs('short')]));
  });

  it.each(['long', 'background'] as const)(
    'is low from the first for what is known to take long: %s',
    async (urgency) => {
      const pid = await startBusy(1);
      expect(watchPriority(processRunner(pid), urgency).isLow).toBe(true);
      expect(new Set(prioritiesOf(pid))).toEqual(new Set([niceAboveOurs(urgency)]));
    },
  );

  it('is never above that of a service that was itself started at a low one', () => {
    const start = `const { getPriority } = await import('node:os');
      const { processRunner, watchPriority } = await import('${new URL('priority.ts', import.meta.url)}');
      const child = (await import('node:child_process')).spawn('sleep', ['5']);
      watchPriority(processRunner(child.pid), 'short');
      console.log(getPriority(child.pid) - getPriority());
      child.kill();`;
    const low = ['-n', '4', process.execPath, '--input-type=module', '-e', start];
    expect(execFileSync('nice', low, { encoding: 'utf8' }).trim()).toBe(String(niceOf.short));
  });
});
