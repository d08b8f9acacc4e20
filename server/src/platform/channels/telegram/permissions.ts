import { fieldsOf, textOf } from '../call-platform.ts';
import type { Permission } from '../installation.ts';
import type { TelegramApi } from './api.ts';
import type { TelegramSettings } from './settings.ts';

export async function inspectTelegram(
  { mode }: TelegramSettings,
  call: TelegramApi,
  signal: AbortSignal,
): Promise<Permission[]> {
  const { can_join_groups, can_read_all_group_messages } = fieldsOf(await call('getMe', {}, { signal }));
  const groups = [
    { name: 'groups', isGranted: can_join_groups === true, isNeeded: false, purpose: '/setjoingroups: be in groups' },
    {
      name: 'privacy mode off',
      isGranted: can_read_all_group_messages === true,
      isNeeded: false,
      purpose: '/setprivacy: hear what does not mention it, for groups: all',
    },
  ];
  if (mode !== 'webhook') return groups;
  const { last_error_message } = fieldsOf(await call('getWebhookInfo', {}, { signal }));
  const fault = textOf(last_error_message);
  const purpose = fault === '' ? 'Telegram reaches the webhook' : `Telegram says: ${fault.slice(0, 200)}`;
  return [...groups, { name: 'webhook', isGranted: fault === '', isNeeded: true, purpose }];
}
