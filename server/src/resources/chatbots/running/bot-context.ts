import { isIP } from 'node:net';
import { openLiveSocket } from '../../../platform/channels/live-socket.ts';
import type { Channel, ChannelHost, Identity } from '../../../platform/channels/platform.ts';
import { decodeJson } from '../../../platform/db/json.ts';
import type { ChatbotServices } from '../context.ts';
import { installationsOf } from '../installing/installations-of.ts';
import { chatbotSettings, webhookUrlOf } from '../record.ts';
import { requirePlatform, withSecrets } from '../settings.ts';
import type { ChatbotRow } from '../store.ts';
import type { Answerer, DocumentKeeper, Rater } from './answerer.ts';

/** The services of running bots. */
export interface BotContext
  extends Pick<
    ChatbotServices,
    'config' | 'database' | 'events' | 'log' | 'metrics' | 'tracing' | 'secrets' | 'outgoing' | 'charts' | 'chatbotHub'
  > {
  answer: Answerer;
  rate: Rater;
  keepDocument: DocumentKeeper;
}

/** Makes the channel of a chatbot, not yet connected, and reads its params. */
export function openChannel(ctx: Pick<BotContext, 'config' | 'database' | 'secrets' | 'outgoing'>, row: ChatbotRow) {
  const { channel, params } = withSecrets(chatbotSettings(ctx, row));
  const platform = requirePlatform(row.channel_type);
  const host: ChannelHost = {
    webhookUrl: ctx.config.publicUrl === '' ? undefined : webhookUrlOf(ctx.config, row),
    fetch: ctx.outgoing.fetcher({ maxRedirects: 0 }),
    async openSocket(url) {
      const address = await ctx.outgoing.resolve(new URL(url).hostname.replace(/^\[|\]$/g, ''), 'public');
      return openLiveSocket(url, { address, family: isIP(address) });
    },
    installations: installationsOf(ctx, row.id),
  };
  return { channel: platform.open(channel, host), params };
}

/** A bot that runs in this process. */
export interface RunningChatbot {
  row: ChatbotRow;
  channel: Channel;
  params: ReturnType<typeof openChannel>['params'];
  /** Whether no other process may run the bot by now: this one may have stood still. */
  holdsLease(): boolean;
  /** Stops sending until the next start, because the platform refused the bot. */
  fail(error: unknown): void;
}

export function identityOf({ identity }: ChatbotRow): Identity | undefined {
  return identity === null ? undefined : decodeJson<Identity>(identity);
}
