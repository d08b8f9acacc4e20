import { type Static, Type } from 'typebox';
import { addressPattern } from '../address-pattern.ts';

export const telegramSettings = Type.Object(
  {
    type: Type.Literal('telegram'),
    bot_token: Type.String({
      pattern: '^\\d{1,20}:[A-Za-z0-9_-]{10,100}$',
      description: '`123456789:AA…`, as @BotFather gives it (write-only)',
      examples: ['123456789:AAExampleExampleExampleExampleExample'],
    }),
    mode: Type.Optional(
      Type.Enum(['polling', 'webhook'], {
        default: 'polling',
        description: '`polling` works behind any firewall; `webhook` needs SIBYL_PUBLIC_URL.',
      }),
    ),
    api_url: Type.Optional(
      Type.String({
        pattern: addressPattern,
        maxLength: 500,
        description: 'an http or https address, of a Bot API server of your own',
      }),
    ),
  },
  { additionalProperties: false },
);
export type TelegramSettings = Static<typeof telegramSettings>;
