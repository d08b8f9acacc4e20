/** Chatbots that run on a suite's database, and what people see of them. */
import { expect, onTestFinished } from 'vitest';
import type { ChatbotParams } from '../../src/resources/chatbots/params-schema.ts';
import type { Answerer } from '../../src/resources/chatbots/running/answerer.ts';
import type { DatabaseSuite } from '../databases.ts';
import { eventually } from '../service-process.ts';
import { echo, makeBot, openBotRunner, readBot } from './bot-runner.ts';
import type { ChatPeer } from './peer.ts';
import { startTelegram } from './telegram-peer.ts';

export function runningBots(suite: DatabaseSuite) {
  const telegram = () => started(startTelegram());

  async function started<Peer extends { stop(): Promise<void> }>(starting: Promise<Peer>): Promise<Peer> {
    const peer = await starting;
    onTestFinished(() => peer.stop());
    return peer;
  }

  async function run(peer: ChatPeer, answer: Answerer = echo, params: ChatbotParams = {}) {
    const runner = openBotRunner(suite.database, answer);
    const id = await makeBot(runner, peer, params);
    await runner.supervisor.start({ exclusive: false });
    await hasStatus(id, 'running');
    return { runner, id };
  }

  const hasStatus = (id: string, status: string) =>
    eventually(async () => {
      const row = await readBot(suite.database, id);
      expect(row?.status).toBe(status);
      return row!;
    });

  const shows = (peer: ChatPeer, texts: string[], chat?: number) =>
    eventually(() => expect(peer.shown(chat)).toEqual(texts));

  return { telegram, started, run, hasStatus, shows };
}
