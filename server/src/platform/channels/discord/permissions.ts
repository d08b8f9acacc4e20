import { fieldsOf, textOf } from '../call-platform.ts';
import type { Permission } from '../installation.ts';
import type { DiscordApi } from './api.ts';

/** https://discord.com/developers/docs/topics/permissions */
const administrator = 1n << 3n;
const needs = [
  { name: 'View Channels', bit: 1n << 10n, isNeeded: true, purpose: 'hear what mentions it' },
  { name: 'Send Messages', bit: 1n << 11n, isNeeded: true, purpose: 'answer' },
  { name: 'Read Message History', bit: 1n << 16n, isNeeded: true, purpose: 'find an answer of before a crash' },
  { name: 'Send Messages in Threads', bit: 1n << 38n, isNeeded: false, purpose: 'answer in threads' },
  { name: 'Attach Files', bit: 1n << 15n, isNeeded: false, purpose: 'send charts and tables' },
];
const messageContent = (1 << 18) | (1 << 19);

/** Checks the intents of the application, and its permissions in each of its servers. */
export async function inspectDiscord(call: DiscordApi, signal: AbortSignal): Promise<Permission[]> {
  const { flags } = fieldsOf(await call('GET', '/applications/@me', undefined, signal));
  const guilds = await call('GET', '/users/@me/guilds', undefined, signal);
  const servers = Array.isArray(guilds) ? guilds.map(fieldsOf) : [];
  const intent = {
    name: 'Message Content intent',
    isGranted: (Number(flags) & messageContent) !== 0,
    isNeeded: false,
    purpose: 'hear what does not mention it; nothing here needs it',
  };
  return [
    intent,
    ...needs.map(({ bit, purpose, ...need }) => {
      const lacking = servers
        .filter(({ permissions }) => !has(textOf(permissions), bit))
        .map(({ name }) => textOf(name));
      const where = lacking.length === 0 ? '' : `; not in ${lacking.slice(0, 5).join(', ')}`;
      return { ...need, isGranted: lacking.length === 0, purpose: purpose + where };
    }),
  ];
}

function has(permissions: string, bit: bigint): boolean {
  const granted = /^\d+$/.test(permissions) ? BigInt(permissions) : 0n;
  return (granted & bit) !== 0n || (granted & administrator) !== 0n;
}
