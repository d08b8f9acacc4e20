import type { Static } from 'typebox';
import { ChannelFailure } from '../../platform/channels/failure.ts';
import type { Permission } from '../../platform/channels/installation.ts';
import type { Channel } from '../../platform/channels/platform.ts';
import { SealBrokenError } from '../../platform/secrets/sealed-box.ts';
import type { ChatbotContext } from './context.ts';
import { openChannel } from './running/bot-context.ts';
import type { chatbotTest } from './schemas.ts';
import { type ChatbotAddress, requireChatbot } from './service.ts';

const longestMs = 20_000;

type Test = Static<typeof chatbotTest>;

/** Asks the platform who the bot is and what it may do. A refusal is a result, not an error. */
export async function testChatbot(ctx: ChatbotContext, address: ChatbotAddress): Promise<Test> {
  const { row } = await requireChatbot(ctx, address);
  if (row.agent_id === null) return refused('It has no agent any more.');
  try {
    const signal = AbortSignal.timeout(longestMs);
    const { channel } = openChannel(ctx, row);
    const identity = await channel.check(signal);
    return { identity, ...judge(await inspect(channel, signal)) };
  } catch (error) {
    if (error instanceof ChannelFailure) return refused(error.message);
    if (error instanceof SealBrokenError)
      return refused('Its secrets were sealed under another master key: set them again.');
    throw error;
  }
}

/** Returns the permissions; none for a platform that does not show them. */
async function inspect(channel: Channel, signal: AbortSignal): Promise<Permission[]> {
  try {
    return (await channel.inspect?.(signal)) ?? [];
  } catch (error) {
    if (error instanceof ChannelFailure) return [];
    throw error;
  }
}

function refused(error: string): Test {
  return { ok: false, identity: null, error, permissions: [] };
}

function judge(found: Permission[]): Pick<Test, 'ok' | 'error' | 'permissions'> {
  const missing = found.filter(({ isGranted, isNeeded }) => isNeeded && !isGranted);
  const names = missing.map(({ name, purpose }) => `${name} (${purpose})`).join(', ');
  const permissions = found.map(({ name, isGranted, isNeeded, purpose }) => ({
    name,
    granted: isGranted,
    needed: isNeeded,
    purpose,
  }));
  return { ok: missing.length === 0, error: names === '' ? null : `It lacks: ${names}.`, permissions };
}
