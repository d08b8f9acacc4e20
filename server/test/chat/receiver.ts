import { onTestFinished } from 'vitest';
import type { ChannelFailure } from '../../src/platform/channels/failure.ts';
import { openLiveSocket } from '../../src/platform/channels/live-socket.ts';
import type { ChannelHost, Inbound, Inlet } from '../../src/platform/channels/platform.ts';
import { findPlatform } from '../../src/platform/channels/platforms.ts';
import { openOutgoing } from '../../src/platform/outgoing/outgoing.ts';
import type { ChatPeer } from './peer.ts';

export function channelHost(webhookUrl?: string): ChannelHost {
  return {
    webhookUrl,
    fetch: openOutgoing(['127.0.0.1']).fetcher(),
    openSocket: (url) => openLiveSocket(url),
    installations: { find: async () => undefined, remove: async () => {} },
  };
}

/** A channel on the peer with what it takes and what went wrong. It receives once it is started, or by the peer's carrier. */
export function openReceiver(peer: ChatPeer, { id, name }: { id: string; name: string }) {
  const channel = findPlatform(peer.channel.type)!.open(peer.channel, channelHost());
  const taken: Inbound[] = [];
  const failures: ChannelFailure[] = [];
  const inlet: Inlet = {
    identity: { id, name },
    take: async (messages) => void taken.push(...messages),
    latest: async () => [],
    fail: (failure) => failures.push(failure),
  };
  peer.carry((request) => channel.webhook!(request, inlet));
  onTestFinished(async () => {
    await channel.stop();
    await peer.stop();
  });
  return { peer, channel, inlet, taken, failures };
}
