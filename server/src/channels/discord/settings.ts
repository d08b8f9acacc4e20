import { type Static, Type } from 'typebox';

export const discordSettings = Type.Object(
  {
    type: Type.Literal('discord'),
    bot_token: Type.String({
      pattern: '^[A-Za-z0-9._-]{30,200}$',
      description: 'Developer Portal → Bot → Token. Write-only.',
      examples: ['EXAMPLEEXAMPLEEXAMPLEEXAMPLE.Example.ExampleExampleExample'],
    }),
    api_url: Type.Optional(
      Type.String({
        pattern: '^https?://',
        maxLength: 500,
        description: 'Instead of Discord’s own; with its version.',
      }),
    ),
  },
  { additionalProperties: false },
);
export type DiscordSettings = Static<typeof discordSettings>;
