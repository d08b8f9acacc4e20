import type { Static, TObject } from 'typebox';
import { requireIdentities } from './identity.ts';
import type { Installer } from './installation.ts';
import type { Channel, ChannelHost, ChatPlatform, ReplyAddress } from './platform.ts';

interface Definition<Settings extends TObject> {
  type: string;
  label: string;
  settings: Settings;
  secrets: readonly (keyof Static<Settings> & string)[];
  usesWebhook?(settings: Static<Settings>): boolean;
  faultIn?(settings: Static<Settings>): [field: string, reason: string] | undefined;
  addressOf?(settings: Static<Settings>, channel: string): ReplyAddress | undefined;
  installer?(settings: Static<Settings>): Installer | undefined;
  open(settings: Static<Settings>, host: ChannelHost): Channel;
}

/** Ties the settings of a platform to their schema; stored settings were checked against it. */
export function definePlatform<Settings extends TObject>(definition: Definition<Settings>): ChatPlatform {
  const { usesWebhook = () => false, faultIn, addressOf, installer, open, ...facts } = definition;
  return {
    ...facts,
    usesWebhook: (settings) => usesWebhook(settings as Static<Settings>),
    ...(faultIn && { faultIn: (settings) => faultIn(settings as Static<Settings>) }),
    ...(addressOf && { addressOf: (settings, channel) => addressOf(settings as Static<Settings>, channel) }),
    ...(installer && { installer: (settings) => installer(settings as Static<Settings>) }),
    open: (settings, host) => requireIdentities(open(settings as Static<Settings>, host)),
  };
}
