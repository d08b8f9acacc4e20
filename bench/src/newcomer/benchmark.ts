import { mkdirSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { startBackground } from '../process/background.ts';
import { answers, findFreePort, waitUntil } from '../process/ready.ts';
import { makeScratchFolder } from '../process/scratch.ts';
import { readCpuSeconds } from '../process/usage.ts';
import type { Benchmark } from '../report/benchmark.ts';
import { type Goal, tellGoals } from '../report/goal.ts';
import { describeRun } from '../report/machine.ts';
import { formatNumber } from '../report/numbers.ts';
import { renderTable } from '../report/table.ts';
import { type Installed, installClone, runShell, useInstalled } from './clone.ts';
import { medianError, type Way, ways } from './ways.ts';

export const newcomerBenchmark: Benchmark = {
  summary: 'Commands and seconds from an installed clone to the first own prediction, by four ways.',
  usage: '[--only <way>;…] [--installed <folder>]',
  run: runNewcomer,
};

async function runNewcomer(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { only: { type: 'string' }, installed: { type: 'string' } } });
  const wanted = values.only?.split(';');
  const chosen = ways.filter(({ name }) => wanted?.includes(name) ?? true);
  if (chosen.length === 0) throw new Error(`known ways are: ${ways.map(({ name }) => name).join('; ')}`);
  console.log(describeRun('newcomer', args, []));
  const scratch = makeScratchFolder();
  const withPython = chosen.some(({ name }) => name === 'Python');
  const installed = values.installed
    ? await useInstalled(scratch, resolve(values.installed), withPython)
    : await installClone(scratch, withPython);
  const { secondsOfNode, secondsOfPython } = installed;
  console.log(
    `installed in ${formatNumber(secondsOfNode)} s, the Python client in ${formatNumber(secondsOfPython)} s\n`,
  );
  const lines: string[][] = [];
  const goals: Goal[] = [];
  for (const way of chosen) {
    const { seconds, each, cpuSeconds, error, load } = await take(way, installed, join(scratch, way.name));
    lines.push([way.name, each.map(formatNumber).join(' + '), ...[cpuSeconds, 100 * error, load].map(formatNumber)]);
    goals.push(
      { what: way.name, measured: seconds, bound: 'at most', goal: 60, unit: ' s' },
      { what: `${way.name}, commands`, measured: way.commands.length, bound: 'at most', goal: 3, unit: '' },
      { what: `${way.name}, median error`, measured: 100 * error, bound: 'at most', goal: 10, unit: ' %' },
    );
  }
  console.log(renderTable(['way', 'seconds of each command', 'CPU s', 'median error %', 'load'], lines));
  console.log(`\n${tellGoals(goals)}`);
}

/** Types the commands one after the other, in a new folder. */
async function take({ commands, prepare, read }: Way, { folder: clone, python = '' }: Installed, folder: string) {
  mkdirSync(folder, { recursive: true });
  await prepare(folder);
  const port = String(await findFreePort());
  const own = { CLONE: clone, PYTHON: python, SIBYL_DATA_DIR: join(folder, 'data') };
  await using opened = new AsyncDisposableStack();
  const cpuBefore = readCpuSeconds(process.pid);
  const [load] = loadavg();
  const each: number[] = [];
  let address: string | undefined;
  for (const command of commands) {
    if (command.startsWith('npm start')) {
      const environment = { ...own, SIBYL_PORT: port };
      const service = await startBackground({
        name: 'Sibyl',
        command: ['bash', '-c', `exec ${command}`],
        workingDirectory: folder,
        environment,
      });
      opened.defer(service.stop);
      const url = `http://127.0.0.1:${port}`;
      each.push(await waitUntil(service, 100, () => answers(`${url}/health/ready`)));
      address = url;
      continue;
    }
    const { seconds } = await runShell(command, folder, { ...own, ...(address && { SIBYL_URL: address }) });
    each.push(seconds);
  }
  const cpuSeconds = readCpuSeconds(process.pid) - cpuBefore;
  return { each, seconds: each.reduce((sum, one) => sum + one), cpuSeconds, error: medianError(read(folder)), load };
}
