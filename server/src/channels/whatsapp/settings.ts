import { type Static, Type } from 'typebox';

export const whatsappSettings = Type.Object(
  {
    type: Type.Literal('whatsapp'),
    phone_number_id: Type.String({ pattern: '^\\d{5,30}$', description: 'WhatsApp → API Setup → Phone number ID.' }),
    access_token: Type.String({ pattern: '^\\S{20,1000}$', description: 'Of a system user, permanent. Write-only.' }),
    app_secret: Type.String({ pattern: '^\\S{16,200}$', description: 'App settings → Basic. Write-only.' }),
    verify_token: Type.String({
      minLength: 8,
      maxLength: 200,
      description: 'Any text; said again when the webhook is set up. Write-only.',
    }),
    api_url: Type.Optional(
      Type.String({ pattern: '^https?://', maxLength: 500, description: 'Instead of Meta’s own; with its version.' }),
    ),
  },
  { additionalProperties: false },
);
export type WhatsappSettings = Static<typeof whatsappSettings>;
