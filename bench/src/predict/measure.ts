import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onLoadCore } from '../process/pinning.ts';
import { runForJson } from '../process/run.ts';
import { median } from '../report/numbers.ts';
import type { Contender } from './contender.ts';
import type { LoadPlan, LoadResult } from './load.ts';

export interface Scenario {
  title: string;
  body: unknown;
  connections: number;
}

export interface Timing {
  rounds: number;
  warmUpSeconds: number;
  seconds: number;
}

export type Measured = Map<string, LoadResult>;

/** Loads the contenders in turn, round after round, so that a slow spell of the machine affects all of them. */
export async function measureScenario(
  { title, body, connections }: Scenario,
  contenders: readonly Contender[],
  { rounds, warmUpSeconds, seconds }: Timing,
  folder: string,
): Promise<Measured> {
  const bodyFile = join(folder, 'body.json');
  writeFileSync(bodyFile, JSON.stringify(body));
  const results = new Map<string, LoadResult[]>(contenders.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const { name, url, headers = {}, process } of contenders) {
      console.log(`${title}: round ${round + 1} of ${rounds}, ${name}`);
      const plan = { url, bodyFile, connections, headers, warmUpSeconds, seconds, pid: process.pid };
      const result = await runLoad(plan);
      console.log(
        `  ${result.requestsPerSecond.toFixed(0)} requests/s, ${result.requestsPerCpuSecond.toFixed(0)} a CPU second`,
      );
      results.get(name)?.push(result);
    }
  }
  return new Map([...results].map(([name, list]) => [name, takeMedians(list)]));
}

function runLoad(plan: LoadPlan): Promise<LoadResult> {
  const script = join(import.meta.dirname, 'load.ts');
  return runForJson(onLoadCore([process.execPath, script, JSON.stringify(plan)]));
}

function takeMedians(results: readonly LoadResult[]): LoadResult {
  const of = (key: keyof LoadResult) => median(results.map((result) => result[key]));
  return {
    requestsPerSecond: of('requestsPerSecond'),
    requestsPerCpuSecond: of('requestsPerCpuSecond'),
    serverCores: of('serverCores'),
    medianMilliseconds: of('medianMilliseconds'),
    p99Milliseconds: of('p99Milliseconds'),
    residentMegabytes: of('residentMegabytes'),
  };
}
