import { ChannelFailure } from '../../../platform/channels/failure.ts';
import type { Installation, Installations } from '../../../platform/channels/installation.ts';
import { SealBrokenError } from '../../../platform/secrets/sealed-box.ts';
import type { ChatbotServices } from '../context.ts';
import { deleteInstallation, type InstallationRow, selectInstallation } from './store.ts';

type InstallationServices = Pick<ChatbotServices, 'database' | 'secrets'>;

/** Returns the owner name under which a token is sealed. */
export function installationOwner(chatbotId: string, tenant: string): string {
  return `chatbots/${chatbotId} installation ${tenant}`;
}

/** Returns the installations of a bot for its channel. */
export function installationsOf(ctx: InstallationServices, chatbotId: string): Installations {
  return {
    async find(tenant) {
      const row = await selectInstallation(ctx.database, chatbotId, tenant);
      return row && open(ctx, row);
    },
    remove: async (tenant, until) => void (await deleteInstallation(ctx.database, chatbotId, tenant, until)),
  };
}

function open(
  { secrets }: InstallationServices,
  { chatbot_id, tenant, name, bot_id, sealed_token }: InstallationRow,
): Installation {
  try {
    const token = sealed_token === null ? null : secrets.open(sealed_token, installationOwner(chatbot_id, tenant));
    return { tenant, name, botId: bot_id, token };
  } catch (error) {
    if (!(error instanceof SealBrokenError)) throw error;
    throw new ChannelFailure(
      'refused',
      `The token of ${tenant} was sealed under another master key: install it again.`,
    );
  }
}
