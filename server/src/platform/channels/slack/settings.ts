import { type Static, Type } from 'typebox';
import { addressPattern } from '../address-pattern.ts';

export const slackSettings = Type.Object(
  {
    type: Type.Literal('slack'),
    bot_token: Type.Optional(
      Type.String({
        pattern: '^xoxb-[A-Za-z0-9-]{8,200}$',
        description: '`xoxb-…`: OAuth & Permissions → Bot User OAuth Token (write-only)',
        examples: ['xoxb-000000000000-0000000000000-exampleexample'],
      }),
    ),
    client_id: Type.Optional(
      Type.String({
        pattern: '^[0-9.]{5,80}$',
        description:
          'Basic Information → Client ID: for an app that several workspaces install, instead of `bot_token`',
      }),
    ),
    client_secret: Type.Optional(
      Type.String({
        pattern: '^[A-Za-z0-9]{16,128}$',
        description: '16-128 letters and digits: Basic Information → Client Secret (write-only)',
      }),
    ),
    mode: Type.Optional(
      Type.Enum(['socket', 'webhook'], {
        default: 'socket',
        description: '`socket` works behind any firewall and needs `app_token`; `webhook` needs `signing_secret`.',
      }),
    ),
    app_token: Type.Optional(
      Type.String({
        pattern: '^xapp-[A-Za-z0-9-]{8,300}$',
        description: '`xapp-…`: an app-level token with `connections:write` (write-only)',
      }),
    ),
    signing_secret: Type.Optional(
      Type.String({
        pattern: '^[A-Za-z0-9]{16,128}$',
        description: '16-128 letters and digits: Basic Information → Signing Secret (write-only)',
      }),
    ),
    api_url: Type.Optional(
      Type.String({
        pattern: addressPattern,
        maxLength: 500,
        description: 'an http or https address, instead of Slack’s own',
      }),
    ),
  },
  { additionalProperties: false },
);
export type SlackSettings = Static<typeof slackSettings>;
