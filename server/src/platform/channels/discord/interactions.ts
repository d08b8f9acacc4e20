import type { APIInteractionResponse, RESTPutAPIApplicationCommandsJSONBody } from 'discord-api-types/v10';
import { fieldsOf, textOf } from '../call-platform.ts';
import type { Identity, Inbound, Inlet } from '../platform.ts';
import type { DiscordApi } from './api.ts';

const kind = { command: 2, button: 3 };
const question = { type: 3 as const, name: 'question', description: 'What you would like to know', required: true };
const commands: RESTPutAPIApplicationCommandsJSONBody = [
  { name: 'ask', description: 'Ask me something', options: [question] },
  { name: 'help', description: 'What I can do' },
  { name: 'new', description: 'Forget what we said' },
  { name: 'sources', description: 'What my last answer rests on' },
];
const longestShown = 1900;

/** Registers a menu of commands, which can also be typed. Existing entries are overwritten. */
export async function registerCommands(call: DiscordApi, { id }: Identity): Promise<void> {
  await call('PUT', `/applications/${id}/commands`, commands).catch(() => {});
}

/**
 * Handles a command or a pressed button. Discord requires a response within three seconds: a command is shown to all as
 * its question and answered like a message; a press is only acknowledged.
 */
export async function takeInteraction(call: DiscordApi, data: Record<string, unknown>, inlet: Inlet): Promise<void> {
  const asked = readInteraction(data);
  if (!asked) return;
  const { id, token } = data;
  const path = `/interactions/${textOf(id)}/${textOf(token)}/callback?with_response=true`;
  if (asked.pressed !== undefined) {
    await inlet.take([asked]);
    return void (await call('POST', path, { type: 6 } satisfies APIInteractionResponse).catch(() => {}));
  }
  const content = `> ${asked.text.replaceAll('\n', ' ').slice(0, longestShown)}`;
  const response: APIInteractionResponse = { type: 4, data: { content, allowed_mentions: { parse: [] } } };
  const shown = await call('POST', path, response).catch(() => undefined);
  const message = textOf(fieldsOf(fieldsOf(fieldsOf(shown).resource).message).id) || textOf(id);
  await inlet.take([{ ...asked, address: { ...asked.address, message } }]);
}

function readInteraction({ id, type, channel_id, member, user, data }: Record<string, unknown>): Inbound | undefined {
  if (type !== kind.command && type !== kind.button) return undefined;
  const author = fieldsOf(fieldsOf(member).user ?? user);
  const place = textOf(channel_id);
  const { custom_id, name, options } = fieldsOf(data);
  const [given] = Array.isArray(options) ? options.map(fieldsOf) : [];
  return {
    id: textOf(id),
    conversation: place,
    address: { channel: place, message: textOf(id) },
    order: textOf(id).padStart(20, '0'),
    author: { id: textOf(author.id), name: textOf(author.global_name) || textOf(author.username) },
    place,
    text: type === kind.button ? '' : name === 'ask' ? textOf(given?.value) : `/${textOf(name)}`,
    isForBot: true,
    ...(type === kind.button && { pressed: textOf(custom_id) }),
  };
}
