import { fieldsOf, textOf } from '../call-platform.ts';
import type { Permission } from '../installation.ts';
import type { WhatsappApi } from './api.ts';
import type { WhatsappSettings } from './settings.ts';

export async function inspectWhatsapp(
  { access_token }: WhatsappSettings,
  call: WhatsappApi,
  webhookUrl: string | undefined,
  signal: AbortSignal,
): Promise<Permission[]> {
  const { data } = await call(`//debug_token?${new URLSearchParams({ input_token: access_token })}`, undefined, signal);
  const { scopes } = fieldsOf(data);
  const granted = new Set(Array.isArray(scopes) ? scopes.map(textOf) : []);
  const { webhook_configuration } = await call('?fields=webhook_configuration', undefined, signal);
  const set = Object.values(fieldsOf(webhook_configuration)).map(textOf);
  const isOurs = webhookUrl !== undefined && set.includes(webhookUrl);
  return [
    {
      name: 'whatsapp_business_messaging',
      isGranted: granted.has('whatsapp_business_messaging'),
      isNeeded: true,
      purpose: 'answer',
    },
    {
      name: 'whatsapp_business_management',
      isGranted: granted.has('whatsapp_business_management'),
      isNeeded: false,
      purpose: 'put up the menu of commands',
    },
    {
      name: 'webhook',
      isGranted: isOurs,
      isNeeded: true,
      purpose: isOurs ? 'WhatsApp sends messages here' : `WhatsApp sends messages to ${set[0] || 'nowhere'}`,
    },
  ];
}
