import type { Channel, Inbound, Inlet } from './platform.ts';

/** An ID made of several; empty when one of them is, lest two persons or messages go by what is left. */
export function joinIds(...parts: string[]): string {
  return parts.includes('') ? '' : parts.join(':');
}

/** A channel that hands over no message of which it is not known who wrote it, or where: all such would be one conversation. */
export function requireIdentities(channel: Channel): Channel {
  const { webhook } = channel;
  return {
    ...channel,
    start: (inlet) => channel.start(withIdentities(inlet)),
    ...(webhook && { webhook: (request, inlet) => webhook.call(channel, request, withIdentities(inlet)) }),
  };
}

function withIdentities(inlet: Inlet): Inlet {
  return {
    ...inlet,
    take: async (messages) => {
      const known = messages.filter(isKnown);
      if (known.length > 0 || messages.length === 0) await inlet.take(known);
    },
  };
}

function isKnown({ id, conversation, author, place }: Inbound): boolean {
  return [id, conversation, author.id, place].every((one) => one.trim() !== '');
}
