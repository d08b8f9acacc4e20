import { type Static, Type } from 'typebox';
import { addressPattern } from '../address-pattern.ts';

export const whatsappSettings = Type.Object(
  {
    type: Type.Literal('whatsapp'),
    phone_number_id: Type.String({
      pattern: '^\\d{5,30}$',
      description: 'digits: WhatsApp → API Setup → Phone number ID',
    }),
    access_token: Type.String({
      pattern: '^\\S{20,1000}$',
      description: '20 characters or more, of a system user, permanent (write-only)',
    }),
    app_secret: Type.String({
      pattern: '^\\S{16,200}$',
      description: '16 characters or more: App settings → Basic → App secret (write-only)',
    }),
    verify_token: Type.String({
      minLength: 8,
      maxLength: 200,
      description: 'Any text; said again when the webhook is set up (write-only)',
    }),
    api_url: Type.Optional(
      Type.String({
        pattern: addressPattern,
        maxLength: 500,
        description: 'an http or https address with its version, instead of Meta’s own',
      }),
    ),
  },
  { additionalProperties: false },
);
export type WhatsappSettings = Static<typeof whatsappSettings>;
