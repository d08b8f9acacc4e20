import type { Channel, Inbound, Inlet } from './platform.ts';
import { visible } from './visible.ts';

/**
 * Joins several IDs into one. It is empty when one is missing, so that different persons or messages never share an ID.
 */
export function joinIds(...parts: string[]): string {
  return parts.includes('') ? '' : parts.join(':');
}

/** Makes a channel drop messages without a known author or place, which would otherwise share one conversation. */
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
  return [id, conversation, author.id, place].every(isIdentity);
}

/** Half characters are stored as one sign for all of them, and NUL not at all: two people would become one. */
function isIdentity(one: string): boolean {
  return visible.test(one) && !one.includes('\0') && one.isWellFormed();
}
