import { setTimeout as pause } from 'node:timers/promises';
import { waitUntil } from '../process/ready.ts';
import { makeScratchFolder } from '../process/scratch.ts';
import { readCpuSeconds, readResidentMegabytes } from '../process/usage.ts';
import type { Benchmark } from '../report/benchmark.ts';
import { tellGoals } from '../report/goal.ts';
import { type Sibyl, startSibyl } from '../service/sibyl.ts';
import { measureAcknowledgements } from './acknowledgements.ts';
import { measureEveryChannel } from './every-channel.ts';
import { startQuietTelegram } from './quiet-telegram.ts';
import { send } from './send.ts';

const bots = 100;
const settleMs = 5000;
const restSeconds = 20;

export const chatbotsBenchmark: Benchmark = {
  summary: `${bots} Telegram bots, one of them with a revoked token, in one process: time to start, memory, CPU at rest; how fast a webhook is acknowledged.`,
  usage: '[--every]   (a hundred on each kind of channel instead)',
  run: async (args) => (args.includes('--every') ? console.log(tellGoals(await measureEveryChannel())) : measureBots()),
};

async function measureBots(): Promise<void> {
  const telegram = await startQuietTelegram();
  const sibyl = await startSibyl({
    dataDirectory: makeScratchFolder(),
    environment: { SIBYL_OUTGOING_ALLOWED: '127.0.0.1', SIBYL_SAMPLE: '0', SIBYL_LOG_LEVEL: 'fatal' },
  });
  const chatbots = `${sibyl.base}/projects/bots/chatbots`;
  await send(`${sibyl.base}/projects`, { name: 'bots' });
  await send(`${sibyl.base}/projects/bots/agents`, { name: 'helper' });
  await makeBots(chatbots, telegram.url);
  await pause(settleMs);
  const before = readResidentMegabytes(sibyl.process.pid);
  const cpuBefore = readCpuSeconds(sibyl.process.pid);
  const seconds = await startAll(sibyl, chatbots, telegram.polls);
  const cpuSeconds = readCpuSeconds(sibyl.process.pid) - cpuBefore;
  await pause(settleMs);
  const more = readResidentMegabytes(sibyl.process.pid) - before;
  const cpu = readCpuSeconds(sibyl.process.pid);
  await pause(restSeconds * 1000);
  const share = ((readCpuSeconds(sibyl.process.pid) - cpu) / restSeconds) * 100;
  const acknowledged = await measureAcknowledgements(sibyl);
  telegram.stop();
  const bound = 'at most';
  console.log(
    tellGoals([
      { what: `${bots} bots started (${bots - 1} ask for messages)`, measured: seconds, bound, goal: 2, unit: ' s' },
      { what: 'CPU time of that', measured: cpuSeconds, bound, goal: 2, unit: ' s' },
      { what: 'memory for them', measured: more, bound, goal: 60, unit: ' MB' },
      { what: 'CPU while nobody writes', measured: share, bound, goal: 5, unit: ' %' },
      ...acknowledged,
    ]),
  );
}

async function makeBots(chatbots: string, api_url: string): Promise<void> {
  for (let index = 0; index < bots; index += 1) {
    const bot_token = `${1000 + index}:AAbenchbenchbenchbench${index === 0 ? 'revoked' : ''}`;
    const channel = { type: 'telegram', bot_token, api_url };
    await send(chatbots, { name: `bot_${index}`, agent: 'helper', channel });
  }
}

/** @returns seconds from the first start request until all bots but the revoked one poll for messages */
async function startAll({ process }: Sibyl, chatbots: string, polls: () => number): Promise<number> {
  const started = performance.now();
  const requests = Array.from({ length: bots }, (_, index) => send(`${chatbots}/bot_${index}/start`));
  await Promise.all(requests);
  await waitUntil(process, 60, async () => polls() === bots - 1);
  return (performance.now() - started) / 1000;
}
