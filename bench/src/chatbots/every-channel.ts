import { setTimeout as pause } from 'node:timers/promises';
import { startDiscord } from '../../../server/test/chat/discord-peer.ts';
import type { ChatPeer } from '../../../server/test/chat/peer.ts';
import { startSlack } from '../../../server/test/chat/slack-peer.ts';
import { startTeams } from '../../../server/test/chat/teams-peer.ts';
import { startTelegram } from '../../../server/test/chat/telegram-peer.ts';
import { startWebhookPeer } from '../../../server/test/chat/webhook-peer.ts';
import { startWhatsapp } from '../../../server/test/chat/whatsapp-peer.ts';
import { waitUntil } from '../process/ready.ts';
import { makeScratchFolder } from '../process/scratch.ts';
import { readCpuSeconds, readResidentMegabytes } from '../process/usage.ts';
import type { Goal } from '../report/goal.ts';
import { startSibyl } from '../service/sibyl.ts';
import { send } from './send.ts';

const bots = 100;
const settleMs = 5000;
/** As Discord asks for. */
const heartbeatMs = 41_250;

const web: Pick<ChatPeer, 'channel' | 'stop'> = { channel: { type: 'web' }, stop: async () => {} };
const kinds: Record<string, () => Promise<Pick<ChatPeer, 'channel' | 'stop'>>> = {
  telegram: startTelegram,
  slack: () => startSlack({ mode: 'socket' }),
  discord: () => startDiscord({ heartbeatMs }),
  teams: startTeams,
  whatsapp: startWhatsapp,
  webhook: startWebhookPeer,
  web: async () => web,
};

/** A hundred bots on each kind of channel, each on a platform of its own, in a service that has no others. */
export async function measureEveryChannel(): Promise<Goal[]> {
  const goals: Goal[] = [];
  for (const [kind, startPeer] of Object.entries(kinds)) goals.push(...(await measureKind(kind, startPeer)));
  return goals;
}

async function measureKind(
  kind: string,
  startPeer: () => Promise<Pick<ChatPeer, 'channel' | 'stop'>>,
): Promise<Goal[]> {
  const environment = { SIBYL_OUTGOING_ALLOWED: '127.0.0.1', SIBYL_SAMPLE: '0', SIBYL_LOG_LEVEL: 'fatal' };
  const sibyl = await startSibyl({ dataDirectory: makeScratchFolder(), environment });
  const { pid } = sibyl.process;
  const peers = await Promise.all(Array.from({ length: bots }, startPeer));
  const chatbots = `${sibyl.base}/projects/bots/chatbots`;
  await send(`${sibyl.base}/projects`, { name: 'bots' });
  await send(`${sibyl.base}/projects/bots/agents`, { name: 'helper' });
  for (const [at, { channel }] of peers.entries())
    await send(chatbots, { name: `bot_${at}`, agent: 'helper', channel });
  await pause(settleMs);
  const [memory, cpu] = [readResidentMegabytes(pid), readCpuSeconds(pid)];
  const started = performance.now();
  await Promise.all(peers.map((_, at) => send(`${chatbots}/bot_${at}/start`)));
  await waitUntil(sibyl.process, 120, async () => (await countRunning(chatbots)) === bots);
  const seconds = (performance.now() - started) / 1000;
  const cpuSeconds = readCpuSeconds(pid) - cpu;
  await pause(settleMs);
  const more = readResidentMegabytes(pid) - memory;
  await sibyl.process.stop();
  await Promise.all(peers.map((peer) => peer.stop()));
  const bound = 'at most';
  return [
    { what: `${bots} bots on ${kind}: started`, measured: seconds, bound, goal: 2, unit: ' s' },
    { what: `${bots} bots on ${kind}: CPU time of that`, measured: cpuSeconds, bound, goal: 2, unit: ' s' },
    { what: `${bots} bots on ${kind}: memory`, measured: more, bound, goal: 60, unit: ' MB' },
  ];
}

async function countRunning(chatbots: string): Promise<number> {
  const list = (await (await fetch(`${chatbots}?limit=${bots}`)).json()) as { status: string }[];
  return list.filter(({ status }) => status === 'running').length;
}
