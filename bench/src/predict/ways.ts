import { makeScratchFolder } from '../process/scratch.ts';
import { tellGoals } from '../report/goal.ts';
import { describeRun } from '../report/machine.ts';
import { startTrainedSibyl } from './contender.ts';
import { measureScenario, type Timing } from './measure.ts';
import { renderMeasured } from './report.ts';

const onSocket = 'read on the socket';
const byParser = "Node's parser, before Fastify";
const byRoute = 'route of Fastify';

/**
 * Measures what the fast path brings: one complete row of one service, read on the socket, by Node's parser before
 * Fastify's life cycle, and by the ordinary route. A header that changes nothing chooses.
 */
export async function measureWays(options: string[], timing: Timing): Promise<void> {
  console.log(describeRun('predict', options, ['one process']));
  const folder = makeScratchFolder();
  const { contender, rows } = await startTrainedSibyl(folder);
  const { rental_price: _truth, ...body } = rows[0];
  const contenders = [
    { ...contender, name: onSocket },
    { ...contender, name: byParser, headers: { 'keep-alive': 'timeout=5' } },
    { ...contender, name: byRoute, headers: { 'content-encoding': 'identity' } },
  ];
  const scenario = { title: '1 complete row, 32 connections', body: [body], connections: 32 };
  const measured = await measureScenario(scenario, contenders, timing, folder);
  const cost = (name: string) => 1 / (measured.get(name)?.requestsPerCpuSecond ?? Number.NaN);
  const saved = 100 * (1 - cost(onSocket) / cost(byParser));
  const what = "CPU of a row that reading on the socket saves of that by Node's parser";
  console.log(`\n${scenario.title}\n\n${renderMeasured(measured, 1)}`);
  console.log(`\n${tellGoals([{ what, measured: saved, bound: 'at least', goal: 25, unit: ' %' }])}`);
}
