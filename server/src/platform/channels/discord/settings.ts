import { type Static, Type } from 'typebox';
import { addressPattern } from '../address-pattern.ts';

export const discordSettings = Type.Object(
  {
    type: Type.Literal('discord'),
    bot_token: Type.String({
      pattern: '^[A-Za-z0-9._-]{30,200}$',
      description: 'three parts with dots between: Developer Portal → Bot → Token (write-only)',
      examples: ['EXAMPLEEXAMPLEEXAMPLEEXAMPLE.Example.ExampleExampleExample'],
    }),
    shards: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 250,
        description: 'Connections to the gateway; as many as Discord recommends when absent.',
      }),
    ),
    api_url: Type.Optional(
      Type.String({
        pattern: addressPattern,
        maxLength: 500,
        description: 'an http or https address with its version, instead of Discord’s own',
      }),
    ),
  },
  { additionalProperties: false },
);
export type DiscordSettings = Static<typeof discordSettings>;
