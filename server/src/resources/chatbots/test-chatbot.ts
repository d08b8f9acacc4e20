import type { Static } from 'typebox';
import { ChannelFailure } from '../../platform/channels/failure.ts';
import { SealBrokenError } from '../../platform/secrets/sealed-box.ts';
import type { ChatbotContext } from './context.ts';
import { openChannel } from './running/bot-context.ts';
import type { chatbotTest } from './schemas.ts';
import { type ChatbotAddress, requireChatbot } from './service.ts';

const longestMs = 20_000;

/** Asks the platform for the bot's identity. A refusal is a result, not an error. */
export async function testChatbot(ctx: ChatbotContext, address: ChatbotAddress): Promise<Static<typeof chatbotTest>> {
  const { row } = await requireChatbot(ctx, address);
  if (row.agent_id === null) return { ok: false, identity: null, error: 'It has no agent any more.' };
  try {
    const identity = await openChannel(ctx, row).channel.check(AbortSignal.timeout(longestMs));
    return { ok: true, identity, error: null };
  } catch (error) {
    if (error instanceof ChannelFailure) return { ok: false, identity: null, error: error.message };
    if (error instanceof SealBrokenError) {
      const sentence = 'Its secrets were sealed under another master key: set them again.';
      return { ok: false, identity: null, error: sentence };
    }
    throw error;
  }
}
