import { fieldsOf, textOf } from '../call-platform.ts';
import { ChannelFailure } from '../failure.ts';
import { joinIds } from '../identity.ts';
import type { Installation } from '../installation.ts';
import type { ChannelHost, Identity, Inbound, Inlet, ReplyAddress } from '../platform.ts';
import { openSlackApi, type SlackApi } from './api.ts';
import { readButton, readCommand } from './commands.ts';
import { readEvent } from './events.ts';
import type { SlackSettings } from './settings.ts';

type Payload = Record<string, unknown>;

/** The workspaces of a bot: the one of its token, or all in which its app is installed, each with its own token. */
export class Workspaces {
  readonly #settings: SlackSettings;
  readonly #host: ChannelHost;

  constructor(settings: SlackSettings, host: ChannelHost) {
    this.#settings = settings;
    this.#host = host;
  }

  async tokenFor({ team }: ReplyAddress): Promise<string> {
    const { bot_token } = this.#settings;
    if (bot_token !== undefined) return bot_token;
    const installed = await this.#host.installations.find(textOf(team));
    if (installed?.token) return installed.token;
    throw new ChannelFailure('refused', `The app is not installed in the workspace ${textOf(team)} any more.`);
  }

  /** Returns the API for the workspace of an address. Refused credentials end only this workspace, not the whole bot. */
  async apiFor(address: ReplyAddress): Promise<SlackApi> {
    const call = openSlackApi(this.#settings, await this.tokenFor(address), this.#host.fetch);
    if (this.#settings.bot_token !== undefined) return call;
    return (...given) =>
      call(...given).catch((error) => {
        const isOfOne = error instanceof ChannelFailure && error.kind === 'credentials';
        throw isOfOne ? new ChannelFailure('refused', `Workspace ${textOf(address.team)}: ${error.message}`) : error;
      });
  }

  async take(payload: Payload, inlet: Inlet): Promise<void> {
    if (this.#settings.bot_token !== undefined) return hand(read(payload, inlet.identity), inlet);
    const isOver = isFarewell(payload);
    const tenants = tenantsOf(payload);
    // Events may arrive late, so an app that was installed again since then stays.
    const until = momentOf(Number(textOf(payload.event_time))).toISOString();
    if (isOver) for (const tenant of tenants) await this.#host.installations.remove(tenant, until);
    const installed = isOver ? undefined : await this.#findFirst(tenants);
    if (!installed) return;
    const message = read(payload, { id: installed.botId, name: installed.name });
    await hand(message && within(message, installed.tenant), inlet);
  }

  async #findFirst(tenants: string[]): Promise<Installation | undefined> {
    for (const tenant of tenants) {
      const installed = await this.#host.installations.find(tenant);
      if (installed) return installed;
    }
    return undefined;
  }
}

function read(payload: Payload, bot: Identity): Inbound | undefined {
  return readCommand(payload) ?? readButton(payload) ?? readEvent(payload, bot);
}

async function hand(message: Inbound | undefined, inlet: Inlet): Promise<void> {
  if (message) await inlet.take([message]);
}

/**
 * Returns the workspaces for which an event is meant, or their organisation. In shared channels an event may come from
 * another workspace.
 */
function tenantsOf({ authorizations, team_id, team, enterprise_id, enterprise }: Payload): string[] {
  const [first] = Array.isArray(authorizations) ? authorizations.map(fieldsOf) : [];
  const ids = [first?.team_id, team_id, fieldsOf(team).id, enterprise_id, fieldsOf(enterprise).id].map(textOf);
  return [...new Set(ids)].filter((id) => id !== '');
}

/** Returns whether an event removes the bot. Tokens of people may be revoked without that of the bot. */
function isFarewell(payload: Payload): boolean {
  const { type, tokens } = fieldsOf(payload.event);
  const { bot } = fieldsOf(tokens);
  return type === 'app_uninstalled' || (type === 'tokens_revoked' && Array.isArray(bot) && bot.length > 0);
}

/** Adds the workspace to all IDs of a message: those of channels and of people are unique only within a workspace. */
function within(message: Inbound, team: string): Inbound {
  return {
    ...message,
    id: joinIds(team, message.id),
    conversation: joinIds(team, message.conversation),
    address: { ...message.address, team },
    author: { ...message.author, id: joinIds(team, message.author.id) },
    place: joinIds(team, message.place),
  };
}

/** The moment that Slack names, in seconds; now where it names none. */
function momentOf(seconds: number): Date {
  const moment = new Date(seconds * 1000);
  return seconds > 0 && !Number.isNaN(moment.getTime()) ? moment : new Date();
}
