import { discord } from './discord/channel.ts';
import type { ChatPlatform } from './platform.ts';
import { slack } from './slack/channel.ts';
import { teams } from './teams/channel.ts';
import { telegram } from './telegram/channel.ts';
import { web } from './web/channel.ts';
import { webhook } from './webhook/channel.ts';
import { whatsapp } from './whatsapp/channel.ts';

/** All platforms for chatbots. */
export const platforms: readonly ChatPlatform[] = [web, webhook, telegram, slack, discord, teams, whatsapp];

export function findPlatform(type: string): ChatPlatform | undefined {
  return platforms.find((platform) => platform.type === type);
}
