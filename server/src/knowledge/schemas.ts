import { type Static, Type } from 'typebox';
import { name, nameOrId, projectName, recordFields } from '../http/schemas.ts';
import { metadataFilter } from './filter.ts';
import { documentFormats } from './reading/messages.ts';

export const basePath = Type.Object({ projectName, baseName: nameOrId });
export const documentPath = Type.Object({
  projectName,
  baseName: nameOrId,
  documentName: Type.String({ minLength: 1, maxLength: 255, description: 'Name or ID of the document.' }),
});

const description = Type.String({ maxLength: 2000, examples: ['What tenants ask about'] });
const metadata = Type.Record(Type.String({ maxLength: 200 }), Type.Unknown(), {
  description: 'Free object of at most 16 KiB.',
  examples: [{ topic: 'leases', year: 2026 }],
});

export const baseRecord = Type.Object(
  {
    ...recordFields,
    project: Type.String(),
    description: Type.String(),
    metadata: Type.Record(Type.String(), Type.Unknown()),
    language: Type.Enum(['english', 'none']),
    document_count: Type.Integer(),
    chunk_count: Type.Integer({ description: 'Passages that can be found.' }),
  },
  { title: 'KnowledgeBase' },
);
export type BaseRecord = Static<typeof baseRecord>;

export const baseCreation = Type.Object(
  {
    name,
    description: Type.Optional(description),
    metadata: Type.Optional(metadata),
    language: Type.Optional(
      Type.Enum(['english', 'none'], {
        description:
          'How words are compared: `english` (the default) by their stems, `none` as they are written but for case and accents. Fixed once made.',
      }),
    ),
  },
  { additionalProperties: false, examples: [{ name: 'handbook', description: 'What tenants ask about' }] },
);
export type BaseCreation = Static<typeof baseCreation>;

export const baseChange = Type.Object(
  { name: Type.Optional(name), description: Type.Optional(description), metadata: Type.Optional(metadata) },
  { additionalProperties: false, examples: [{ description: 'House rules and prices' }] },
);
export type BaseChange = Static<typeof baseChange>;

const documentName = Type.String({
  minLength: 1,
  maxLength: 255,
  pattern:
    '^(?!doc_[0-9A-HJKMNP-TV-Z]{26}$)[^\\u0000-\\u001f\\u007f]*[^\\s\\u0000-\\u001f\\u007f][^\\u0000-\\u001f\\u007f]*$',
  description: 'What passages name as their source: 1-255 printable characters, unlike an ID; unique in its base.',
  examples: ['pets.md'],
});

export const documentRecord = Type.Object(
  {
    ...recordFields,
    project: Type.String(),
    knowledge_base: Type.String(),
    format: Type.Enum(documentFormats),
    title: Type.Union([Type.String(), Type.Null()]),
    metadata: Type.Record(Type.String(), Type.Unknown()),
    byte_size: Type.Integer({ description: 'Bytes as sent.' }),
    character_count: Type.Integer({ description: 'Length of the text that was read from it, in UTF-16 units.' }),
    chunk_count: Type.Integer({ description: 'Passages that can be found.' }),
  },
  { title: 'Document' },
);
export type DocumentRecord = Static<typeof documentRecord>;

const documentFields = {
  name: Type.Optional(documentName),
  format: Type.Optional(Type.Enum(documentFormats, { description: 'Told by content type or file name when absent.' })),
  title: Type.Optional(Type.String({ minLength: 1, maxLength: 500 })),
};

/** What may be said of an uploaded file, in the query string or as form fields. */
export const uploadFields = Type.Object(
  {
    ...documentFields,
    metadata: Type.Optional(
      Type.String({ maxLength: 20_000, description: 'JSON object.', examples: ['{"topic":"leases"}'] }),
    ),
  },
  { additionalProperties: false },
);

export const statedMetadata = metadata;

const textFormats = documentFormats.filter((format) => format !== 'pdf' && format !== 'docx');

export const documentCreation = Type.Object(
  {
    ...documentFields,
    name: documentName,
    format: Type.Optional(Type.Enum(textFormats, { description: 'Told by the ending of the name; else Markdown.' })),
    content: Type.String({ description: 'The text. PDF and DOCX come as files.' }),
    metadata: Type.Optional(metadata),
  },
  {
    additionalProperties: false,
    examples: [
      { name: 'pets.md', content: '# Pets\n\nCats are allowed, dogs up to 25 kg.', metadata: { topic: 'leases' } },
    ],
  },
);
export type DocumentCreation = Static<typeof documentCreation>;

export const searchBody = Type.Object(
  {
    query: Type.String({ maxLength: 100_000, description: 'A question or words, as they come.' }),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, default: 5, description: 'Most passages.' })),
    filter: Type.Optional(metadataFilter),
  },
  { additionalProperties: false, examples: [{ query: 'how large may a dog be?', limit: 3 }] },
);
export type SearchBody = Static<typeof searchBody>;

export const passage = Type.Object(
  {
    document_id: Type.String(),
    source: Type.String({ description: 'Name of the document.' }),
    title: Type.Union([Type.String(), Type.Null()]),
    heading: Type.String({ description: 'The headings above it, outermost first, joined by ` > `; may be empty.' }),
    start: Type.Integer({ description: 'Offset into the text of the document, in UTF-16 units.' }),
    end: Type.Integer(),
    text: Type.String(),
    score: Type.Number({
      description: 'From 0 to 1; by words: the share of what a passage could score that held every word of the query.',
    }),
    metadata: Type.Record(Type.String(), Type.Unknown(), { description: 'Of the document.' }),
  },
  { title: 'Passage' },
);
export type Passage = Static<typeof passage>;

export const searchAnswer = Type.Object(
  {
    passages: Type.Array(passage, { description: 'Best first; none when nothing fits.' }),
    method: Type.Enum(['lexical'], { description: 'How they were found.' }),
  },
  { title: 'SearchAnswer' },
);
export type SearchAnswer = Static<typeof searchAnswer>;
