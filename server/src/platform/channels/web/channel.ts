import { Type } from 'typebox';
import { definePlatform } from '../define-platform.ts';

const origin = Type.String({
  pattern: '^https?://[A-Za-z0-9.-]+(:\\d{1,5})?$',
  description: 'an origin without a path, such as https://shop.example.com',
});

const settings = Type.Object(
  {
    type: Type.Literal('web'),
    allowed_origins: Type.Optional(
      Type.Array(origin, {
        maxItems: 100,
        description: 'Origins of the pages that may show the widget; its own pages alone when absent.',
        examples: [['https://shop.example.com']],
      }),
    ),
    title: Type.Optional(Type.String({ minLength: 1, maxLength: 80, description: 'Heading of the widget.' })),
    color: Type.Optional(
      Type.String({
        pattern: '^#[0-9a-fA-F]{6}$',
        description: '`#` and six hexadecimal digits: of its button and heading',
        examples: ['#1f5eff'],
      }),
    ),
    placeholder: Type.Optional(Type.String({ minLength: 1, maxLength: 80, description: 'Shown in its empty field.' })),
  },
  { additionalProperties: false },
);

/** The web widget: visitors read the stored messages, so storing a message posts it. */
export const web = definePlatform({
  type: 'web',
  label: 'Web',
  settings,
  secrets: [],
  open: () => ({
    certainty: 'repeatable',
    textLimit: 100_000,
    measure: async ({ text }) => text.length,
    previews: true,
    check: async () => ({ id: 'web', name: 'web' }),
    start: async () => {},
    stop: async () => {},
    post: async (_address, _reply, id) => id,
  }),
});
